import type { ContactPageQueryResult } from '@/lib/content/types.generated'

/** The content of the contact page. */
export type ContactContent = NonNullable<ContactPageQueryResult>

/** What the contact form says; any of it may be missing. */
export type ContactTexts = Partial<NonNullable<NonNullable<ContactContent['messages']>['contactForm']>>
