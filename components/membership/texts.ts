import type { Messages } from '@/lib/messages/areas'

/** The texts of the purchase dialog and of a starting checkout. */
export type CheckoutTexts = Messages['checkout']

/** The texts of the status card. */
export type StatusTexts = Messages['subscription']

/** The texts of the status of a payment, after Checkout. */
export type AfterCheckoutTexts = Messages['afterCheckout']
