import type { Billing } from '../context'
import { isLive, liveStatuses, type Status } from '../mirror/entitlement'
import { feeExpandFields } from '../mirror/fees'
import { isPaymentProcessing } from '../mirror/stripeState'
import { enqueue } from '../queue'
import { checkoutLifetimeSeconds, closeCheckout } from './openCheckouts'

/** The limits of one call of {@link closeOpenCheckouts}; the queue continues with the remaining checkouts. */
const maxCheckouts = 20
const budgetMs = 5000

/**
 * Whether a person has used the introductory price, which is given once.
 *
 * @param email - an email with which any customer may have used it
 * @param customer - a customer who may have used it with another email
 */
export async function hasUsedIntroduction(
  { database, hashIdentity }: Billing,
  email: string,
  customer?: string,
): Promise<boolean> {
  const rows = await database.sql(
    `select from customers where stripe_customer_id = $1 and intro_used_at is not null
     union all select from introductions where address_hash = $2`,
    [customer ?? null, hashIdentity(email)],
  )
  return rows.length > 0
}

/**
 * Whether a membership with this email exists, according to the mirror, or a bank is processing its first payment.
 *
 * @param whose - `guest` considers only memberships that belong to no account
 */
export async function hasLiveMembership(
  { stripe, database }: Billing,
  email: string,
  whose: 'any' | 'guest',
): Promise<boolean> {
  const rows = await database.sql<{ id: string; status: Status }>(
    `select s.stripe_subscription_id as id, s.status from customers c join subscriptions s using (stripe_customer_id)
      where lower(c.email) = lower($1) and s.status = any ($2) and ($3 or c.user_id is null)`,
    [email, [...liveStatuses, 'incomplete'], whose === 'any'],
  )
  if (rows.some(({ status }) => isLive(status))) return true
  const incomplete = rows.map(({ id }) => stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] }))
  return isPaymentProcessing(stripe, await Promise.all(incomplete))
}

/**
 * Closes the open checkouts that other customers created with an email, once one is paid. A checkout that is paid
 * in the meantime becomes a second membership, which is reported to the studio. Each call closes a limited number, so that
 * one buyer does not delay the others, and enqueues `customer` for the rest.
 *
 * @param customer - the customer who has paid, whose own checkouts stay open
 * @throws errors from Stripe and Postgres
 */
export async function closeOpenCheckouts(
  { stripe, database, hashIdentity, now }: Billing,
  email: string,
  customer: string,
): Promise<void> {
  const untilMs = Date.now() + budgetMs
  const openCheckouts = await database.sql<{ id: string }>(
    `select stripe_session_id as id from consents
      where address_hash = $1 and stripe_customer_id <> $2
        and shown_at > $3::timestamptz - ${checkoutLifetimeSeconds} * interval '1 second' - interval '5 minutes'
      order by shown_at limit ${maxCheckouts + 1}`,
    [hashIdentity(email), customer, now()],
  )
  for (const [index, { id }] of openCheckouts.entries()) {
    if (index === maxCheckouts || Date.now() > untilMs) return enqueue(database.sql, [customer])
    await closeCheckout(stripe, id)
    await database.sql('update consents set address_hash = null where stripe_session_id = $1', [id])
  }
}
