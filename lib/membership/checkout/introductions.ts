import type { Billing } from '../context'
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
 * Closes open checkouts that other customers created with an email. Once the introductory price is used, those at that
 * price are closed. After a second membership was canceled, those of guests are closed too, since a guest could
 * otherwise open many in advance and evade the daily limit of refunds. A checkout that is paid meanwhile becomes a
 * second membership. Each call closes a limited number, so that one buyer does not delay the others, and enqueues
 * `customer` for the rest.
 *
 * @param customer - the customer who has paid, whose own checkouts stay open
 * @param which - `introductory` leaves guests' checkouts at the regular price open
 * @throws errors of Stripe and Postgres
 */
export async function closeOpenCheckouts(
  { stripe, database, hashIdentity, now }: Billing,
  email: string,
  customer: string,
  which: 'introductory' | 'all',
): Promise<void> {
  const untilMs = Date.now() + budgetMs
  const openCheckouts = await database.sql<{ id: string }>(
    `select stripe_session_id as id from consents
      where address_hash = $1 and stripe_customer_id <> $2 and (intro or $3)
        and shown_at > $4::timestamptz - ${checkoutLifetimeSeconds} * interval '1 second' - interval '5 minutes'
      order by shown_at limit ${maxCheckouts + 1}`,
    [hashIdentity(email), customer, which === 'all', now()],
  )
  for (const [index, { id }] of openCheckouts.entries()) {
    if (index === maxCheckouts || Date.now() > untilMs) return enqueue(database.sql, [customer])
    await closeCheckout(stripe, id)
    await database.sql('update consents set address_hash = null where stripe_session_id = $1', [id])
  }
}
