import type Stripe from 'stripe'
import { isSiteCheckout } from '../membershipProduct'
import { isInvalidRequest } from '../stripe'

/** How long a checkout stays open, so that an old tab cannot sell a former offer. Stripe's minimum is 30 minutes. */
export const checkoutLifetimeSeconds = 3600

/** Lists a customer's open checkouts that this site created. */
export async function* listOpenCheckouts(
  stripe: Stripe,
  customer: string,
): AsyncGenerator<Stripe.Checkout.Session, void, undefined> {
  for await (const session of stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })) {
    if (isSiteCheckout(session)) yield session
  }
}

/**
 * Expires a checkout, so that it can no longer be paid. Stripe rejects the request for a checkout that was just paid,
 * without a specific error code. https://docs.stripe.com/api/checkout/sessions/expire
 *
 * @returns whether the checkout has expired; false when it was paid, or its payment has begun
 * @throws errors from Stripe, also when the checkout stays open
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
