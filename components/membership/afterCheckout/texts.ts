import type { SuccessPageQueryResult } from '@/lib/content/types.generated'

type Messages = NonNullable<NonNullable<SuccessPageQueryResult>['messages']>

/** What the notice after a checkout says; any of it may be missing. */
export type AfterCheckoutTexts = Partial<NonNullable<Messages['afterCheckout']>>
