import type Stripe from 'stripe'
import type { Billing } from '../context'
import { isSiteCheckout } from '../membershipProduct'
import { liveStatuses, type Status } from '../mirror/entitlement'
import { isPaymentProcessing, retrieveIncomplete } from '../mirror/stripeState'
import { enqueue } from '../queue'
import { isInvalidRequest } from '../stripe'

/** The lifetime of a checkout. Short, since an old tab could sell a former offer. Stripe's minimum is 30 minutes. */
export const checkoutLifetimeSeconds = 3600

/** Lists a customer's open checkouts that this site created. The rate limits allow fewer than 200. */
export async function listOpenCheckouts(stripe: Stripe, customer: string) {
  const sessions = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  return (await sessions.autoPagingToArray({ limit: 200 })).filter(isSiteCheckout)
}

/**
 * Expires a checkout, so that it can no longer be paid. Stripe rejects the request for a checkout that was just paid,
 * without a specific error code. https://docs.stripe.com/api/checkout/sessions/expire
 *
 * @returns whether the checkout has expired; false when it was paid, or its payment has begun
 * @throws errors from Stripe, including when the checkout stays open
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

/** The time budget of one {@link closeOpenCheckouts} call; the queue closes the remaining checkouts. */
const budgetMs = 5000

/**
 * Whether a membership with this email exists, according to the mirror, or a bank is processing its first payment.
 *
 * @param whose - `any` includes ended memberships; `live` does not; `guest` includes only live ones that belong to no
 * account
 */
export async function hasMembership(
  { stripe, database }: Billing,
  email: string,
  whose: 'any' | 'live' | 'guest',
): Promise<boolean> {
  const rows = await database.sql<{ id: string; status: Status }>(
    `select s.stripe_subscription_id as id, s.status from customers c join subscriptions s using (stripe_customer_id)
      where lower(c.email) = lower($1) and s.status = any ($2) and ($3 or c.user_id is null)`,
    [email, [...liveStatuses, 'incomplete', ...(whose === 'any' ? ['canceled'] : [])], whose !== 'guest'],
  )
  if (rows.some(({ status }) => status !== 'incomplete')) return true
  return isPaymentProcessing(stripe, await retrieveIncomplete(stripe, rows))
}

/**
 * Closes open checkouts that other customers created with `email`, once `customer` has paid. A checkout that is paid
 * in the meantime becomes a second membership, which is reported to the studio. Each call has a time limit, so that one
 * buyer does not delay the others, and enqueues `customer` if checkouts remain.
 */
export async function closeOpenCheckouts(
  { stripe, database, hashIdentity, now }: Billing,
  email: string,
  customer: string,
): Promise<void> {
  const openCheckouts = await database.sql<{ id: string }>(
    `select stripe_session_id as id from consents
      where address_hash = $1 and stripe_customer_id <> $2
        and shown_at > $3::timestamptz - ${checkoutLifetimeSeconds} * interval '1 second' - interval '5 minutes'
      order by shown_at`,
    [hashIdentity(email), customer, now()],
  )
  const untilMs = Date.now() + budgetMs
  for (const { id } of openCheckouts) {
    if (Date.now() > untilMs) return enqueue(database.sql, [customer])
    await closeCheckout(stripe, id)
    await database.sql('update consents set address_hash = null where stripe_session_id = $1', [id])
  }
}
