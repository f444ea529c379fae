import type { CheckoutTexts } from './texts'

/** A checkout as a button starts it. */
export type Checkout = {
  /** The version of the terms beside the button. */
  offerVersion: string
  /** The terms of a buyer who has used the introductory price, in words. */
  regularTerms: string
  texts: CheckoutTexts
  /** The accessible name of a toast's close button. */
  closeLabel: string
  /** The buyer has agreed to pay the regular price from the first month on. */
  acceptsRegular?: boolean
  /** A guest's email; without one, the purchase dialog opens for guests. */
  email?: string
  /** The mark of a guest's browser, with which it sees the receipt. */
  mark?: string | undefined
  /** A token of Turnstile, where the guest was challenged. */
  captcha?: string
}
