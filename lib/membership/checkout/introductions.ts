import type { Billing } from '../context'
import { enqueue } from '../queue'
import { checkoutLifetimeSeconds, closeCheckout } from './openCheckouts'

/** The limits of one pass; the queue continues with the rest. */
const batch = 20
const budgetMs = 5000

/**
 * Whether a person has used the introductory price, which is given once.
 *
 * @param email - under which another customer may have used it
 * @param customer - that may have used it under another email
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
 * Closes checkouts that were opened with an email: those at the introductory price once it is used, and all of guests
 * with each refunded second membership, so that no more of those are opened in advance than a day allows. A checkout
 * that is paid at this moment is a second membership. Older ones have expired. The next pass continues where this one
 * ends, so that one buyer does not delay the others.
 *
 * @param which - `introductory` leaves guests' checkouts at the regular price open
 * @param customer - that has paid, whose own checkouts stay open
 * @throws errors of Stripe and Postgres
 */
export async function closeOpenCheckouts(
  { stripe, database, hashIdentity, now }: Billing,
  email: string,
  customer: string,
  which: 'introductory' | 'all',
): Promise<void> {
  const until = Date.now() + budgetMs
  const open = await database.sql<{ id: string }>(
    `select stripe_session_id as id from consents
      where address_hash = $1 and stripe_customer_id <> $2 and (intro or $3)
        and shown_at > $4::timestamptz - ${checkoutLifetimeSeconds} * interval '1 second' - interval '5 minutes'
      order by shown_at limit ${batch + 1}`,
    [hashIdentity(email), customer, which === 'all', now()],
  )
  for (const [index, { id }] of open.entries()) {
    if (index === batch || Date.now() > until) return enqueue(database.sql, [customer])
    await closeCheckout(stripe, id)
    await database.sql('update consents set address_hash = null where stripe_session_id = $1', [id])
  }
}
