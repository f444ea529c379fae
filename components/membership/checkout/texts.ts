import type { SettingsQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<NonNullable<SettingsQueryResult>['messages']>

/** What a checkout says; any of it may be missing. */
export type CheckoutTexts = Partial<NonNullable<Messages['checkout']>>
