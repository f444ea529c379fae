import type { ContactPageQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<NonNullable<ContactPageQueryResult>['messages']>

/** What the contact form says; any of it may be missing. */
export type ContactTexts = Partial<NonNullable<Messages['contactForm']>>
