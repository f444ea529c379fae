import type { ContactPageQueryResult } from '@/lib/content/types.generated'

/** The content of the contact page. */
export type ContactContent = NonNullable<ContactPageQueryResult>
