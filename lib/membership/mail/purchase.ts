import { createAccountLink } from '@/lib/auth/server/signInLink'
import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import type { Billing } from '../context'
import { isSiteCheckout } from '../membershipProduct'
import { liveStatuses } from '../mirror/entitlement'
import { TextMissing } from './compose'
import type { OutboxRow, PreparedMail } from './outbox'
import { composeGuestPurchase, type Purchase } from './purchaseMail'

/**
 * Prepares the confirmation of a guest's purchase, with a link that signs in and thereby attaches the purchase. Without
 * a mail server, texts or a checkout of the site, the account service mails the link with its own template.
 *
 * @returns undefined when the purchase was attached or has ended
 */
export async function prepareGuestPurchase(
  billing: Billing,
  { customer, subscription }: OutboxRow,
): Promise<PreparedMail | undefined> {
  const { database, siteOrigin, mail: services } = billing
  const [guest] = await database.sql<{ email: string }>(
    `select email from customers c where stripe_customer_id = $1 and user_id is null and email is not null
       and exists (select from subscriptions s where s.stripe_customer_id = $1 and s.status = any ($2))`,
    [customer, liveStatuses],
  )
  if (!guest) return undefined
  const { email } = guest
  const next = `${siteOrigin}${pages.account.path}`
  const purchase = services && (await readPurchase(billing, subscription))
  if (services && purchase) {
    const texts = await services.texts()
    const link = await createAccountLink(siteOrigin, email, next)
    const mail = composeIfComplete(() =>
      composeGuestPurchase(texts, { to: email, link, siteOrigin }, purchase),
    )
    if (mail) return { amount: purchase.amount, send: (id) => services.send({ ...mail, id }) }
  }
  return { amount: null, send: () => billing.mailSignInLink(email, next) }
}

function composeIfComplete<Composed>(compose: () => Composed): Composed | undefined {
  try {
    return compose()
  } catch (error) {
    if (!(error instanceof TextMissing)) throw error
    log.error('billing', 'outbox: writing the purchase email failed; guests get a sign-in link', error)
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
