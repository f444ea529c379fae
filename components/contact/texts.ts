import type { ContactPageQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<NonNullable<ContactPageQueryResult>['messages']>

/** The texts of the contact form; any may be missing. */
export type ContactTexts = Partial<NonNullable<Messages['contactForm']>>
