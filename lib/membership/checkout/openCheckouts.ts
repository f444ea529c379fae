import type Stripe from 'stripe'
import { isSiteCheckout } from '../membershipProduct'
import { isInvalidRequest } from '../stripe'

/**
 * How long a checkout stays open: an old tab must not sell what is no longer offered. Stripe requires 30 minutes or
 * more.
 */
export const sessionSeconds = 3600

/** The checkouts of the site that a customer has open. */
export async function* openCheckouts(
  stripe: Stripe,
  customer: string,
): AsyncGenerator<Stripe.Checkout.Session, void, undefined> {
  for await (const session of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
    if (isSiteCheckout(session)) yield session
  }
}

/**
 * Closes a checkout, so that it cannot be paid any more. It may have been paid a moment ago: Stripe closes only open
 * ones, and its refusal has no code of its own. https://docs.stripe.com/api/checkout/sessions/expire
 *
 * @returns whether it is closed; false when it has been paid, or its payment begun
 * @throws errors of Stripe, while the checkout is still open
 */
export async function closeCheckout(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    if (!isInvalidRequest(error)) throw error
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
    return status === 'expired'
  }
}
