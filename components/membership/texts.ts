import type {
  SectionPageQueryResult,
  SettingsQueryResult,
  SuccessPageQueryResult,
} from '@/lib/content/types.generated'

type MessageGroup<Page extends { messages: unknown } | null> = NonNullable<NonNullable<Page>['messages']>

/** The texts of a checkout; any may be missing. */
export type CheckoutTexts = Partial<NonNullable<MessageGroup<SettingsQueryResult>['checkout']>>

/** The texts of the status card; any may be missing. */
export type StatusTexts = Partial<NonNullable<MessageGroup<SectionPageQueryResult>['subscription']>>

/** The texts after a checkout; any may be missing. */
export type AfterCheckoutTexts = Partial<NonNullable<MessageGroup<SuccessPageQueryResult>['afterCheckout']>>
