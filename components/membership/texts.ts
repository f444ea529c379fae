import type {
  SectionPageQueryResult,
  SettingsQueryResult,
  SuccessPageQueryResult,
} from '@/lib/content/types.generated'

type MessagesOf<Result extends { messages: unknown } | null> = NonNullable<NonNullable<Result>['messages']>

/** The texts of the purchase dialog and of a starting checkout; any may be missing. */
export type CheckoutTexts = Partial<NonNullable<MessagesOf<SettingsQueryResult>['checkout']>>

/** The texts of the status card; any may be missing. */
export type StatusTexts = Partial<NonNullable<MessagesOf<SectionPageQueryResult>['subscription']>>

/** The texts of the status of a payment, after Checkout; any may be missing. */
export type AfterCheckoutTexts = Partial<NonNullable<MessagesOf<SuccessPageQueryResult>['afterCheckout']>>
