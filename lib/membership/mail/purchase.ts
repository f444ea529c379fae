import { randomBytes } from 'node:crypto'
import { log } from '@/lib/log'
import { generateClaimLink, inviteByEmail } from '../claims/claimLink'
import type { Billing } from '../context'
import { isSiteCheckout } from '../membershipProduct'
import { liveStatuses } from '../mirror/entitlement'
import { TextMissing } from './compose'
import type { OutboxRow, PreparedMail } from './outbox'
import { composeGuestPurchase, type Purchase } from './purchaseMail'

/** An SQL condition for unclaimed purchases of guests whose membership still exists; `$1` are the live statuses. */
export const waitingClaimCondition = `claims.claimed_at is null
  and exists (select from customers where customers.stripe_customer_id = claims.stripe_customer_id and user_id is null)
  and exists (select from subscriptions where subscriptions.stripe_customer_id = claims.stripe_customer_id
    and status = any ($1))`

/**
 * Prepares the confirmation of a guest's purchase, with the claim link. Without a mail server, texts or a checkout of
 * the site, the account service mails the link with its own template.
 *
 * @returns undefined when the purchase has been claimed or has ended, or the link was requested again since
 */
export async function prepareGuestPurchase(
  billing: Billing,
  { customer, subscription, period }: OutboxRow,
): Promise<PreparedMail | undefined> {
  const { database, siteOrigin, mail: services } = billing
  const [claim] = await database.sql<{ email: string; nonce: string }>(
    `update claims set nonce = coalesce(nonce, $3) where ${waitingClaimCondition} and stripe_customer_id = $2 and requested_at = $4
      returning email, nonce`,
    [liveStatuses, customer, randomBytes(16).toString('hex'), period],
  )
  if (!claim) return undefined
  const { email, nonce } = claim
  const purchase = services && (await readPurchase(billing, subscription))
  if (services && purchase) {
    const texts = await services.texts()
    const link = await generateClaimLink(siteOrigin, email, nonce)
    const mail = composeIfComplete(() =>
      composeGuestPurchase(texts, { to: email, link, siteOrigin }, purchase),
    )
    if (mail) return { amount: purchase.amount, send: (id) => services.send({ ...mail, id }) }
  }
  return { amount: null, send: () => inviteByEmail(siteOrigin, email, nonce) }
}

function composeIfComplete<Composed>(compose: () => Composed): Composed | undefined {
  try {
    return compose()
  } catch (error) {
    if (!(error instanceof TextMissing)) throw error
    log.error('billing', 'outbox: writing the purchase email failed; guests get an invitation', error)
    return undefined
  }
}

/** Reads the purchase that began a subscription; undefined when none of the site's checkouts began it. */
export async function readPurchase({ database, stripe }: Billing, id: string): Promise<Purchase | undefined> {
  type Row = { name: string; date: Date; nextAmount: number | null; nextDate: Date | null }
  const [row] = await database.sql<Row>(
    `select tier as name, started_at as date, next_amount::float8 as "nextAmount", current_period_end as "nextDate"
     from subscriptions where stripe_subscription_id = $1`,
    [id],
  )
  if (!row) return undefined
  const { name, date, nextAmount, nextDate } = row
  const [session] = (await stripe.checkout.sessions.list({ subscription: id, limit: 1 })).data
  if (!session || !isSiteCheckout(session) || session.amount_total === null || !session.currency)
    return undefined
  return {
    name,
    date,
    amount: session.amount_total,
    currency: session.currency,
    terms: session.custom_text.submit?.message ?? '',
    next: nextAmount !== null && nextDate ? { amount: nextAmount, date: nextDate } : undefined,
  }
}
