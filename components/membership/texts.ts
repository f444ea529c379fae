import type {
  SectionPageQueryResult,
  SettingsQueryResult,
  SuccessPageQueryResult,
} from '@/lib/content/types.generated'

type MessagesOf<Page extends { messages: unknown } | null> = NonNullable<NonNullable<Page>['messages']>

/** What a checkout says; any of it may be missing. */
export type CheckoutTexts = Partial<NonNullable<MessagesOf<SettingsQueryResult>['checkout']>>

/** What the status card says; any of it may be missing. */
export type StatusTexts = Partial<NonNullable<MessagesOf<SectionPageQueryResult>['subscription']>>

/** What the notice after a checkout says; any of it may be missing. */
export type AfterCheckoutTexts = Partial<NonNullable<MessagesOf<SuccessPageQueryResult>['afterCheckout']>>
