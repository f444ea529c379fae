import type { CheckoutTexts } from './texts'

/** The parameters of a checkout that a button starts. */
export type Checkout = {
  /** The version of the terms beside the button. */
  offerVersion: string
  /** The terms for a buyer who has already used the introductory price. */
  regularTerms: string
  texts: CheckoutTexts
  /** The accessible name of a toast's close button. */
  closeLabel: string
  /** Whether the buyer agreed to pay the regular price from the first month on. */
  acceptsRegular?: boolean
  /** A guest's email; without one, the purchase dialog opens for guests. */
  email?: string
  /** The random token stored in a guest's browser, without which `/success` shows the guest no receipt. */
  guestToken?: string | undefined
  /** A CAPTCHA token, if one has been requested. */
  captcha?: string
}
