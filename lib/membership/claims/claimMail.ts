import { randomBytes } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { outlive } from '@/lib/deadline'
import { log } from '@/lib/log'
import type { Mail } from '@/lib/mail'
import type { Billing } from '../context'
import { TextMissing } from '../mail/compose'
import type { MailServices } from '../mail/mailTexts'
import { type Purchase, writePurchase } from '../mail/purchaseMail'
import { liveStatuses } from '../mirror/entitlement'
import { isOurCheckout } from '../ours'
import { claimLink, invite } from './claimLink'

/** Mails to one address, whoever asks for them. */
const limit: RateLimit = { name: 'claim-mail', count: 5, seconds: 3600 }
/** Requests for one email, whether there is a purchase or not. */
const requests: RateLimit = { name: 'claim-request', count: 10, seconds: 3600 }
/** Of those, from one network: fewer than either limit, so that no sender alone keeps the owner from a mail. */
const senderRequests: RateLimit = { name: 'claim-request-sender', count: 3, seconds: 3600 }

type Mailing = { customer: string; email: string; nonce: string }

/** Claims of guests that are waiting, with a membership that still exists. */
const waiting = `claims.claimed_at is null
  and exists (select from customers where customers.stripe_customer_id = claims.stripe_customer_id and user_id is null)
  and exists (select from subscriptions where subscriptions.stripe_customer_id = claims.stripe_customer_id
    and status = any ($1))`

/** Mailing takes seconds; whoever takes longer than this was interrupted. */
const notBeingMailed = `(mailing_since is null or mailing_since < now() - interval '2 minutes')`

/**
 * Mails the owner of a guest's purchase the link with which it is claimed, once, also when several ask at once. A mail
 * that fails does not fail the purchase: the reconciliation tries again, and the buyer can ask for it.
 *
 * @returns whether it was mailed now
 */
export async function mailClaim(billing: Billing, customer: string): Promise<boolean> {
  const mailing = await begin(billing, customer, `mailed_at is null and ${notBeingMailed}`)
  if (!mailing) return false
  try {
    await mail(billing, mailing)
    return true
  } catch (error) {
    log.error('billing', 'the link for a claim could not be mailed', error)
    return false
  }
}

/**
 * Mails everybody whose link could not be mailed before.
 *
 * @returns how many
 */
export async function mailUnsentClaims(billing: Billing): Promise<number> {
  const claims = await billing.database.sql<{ customer: string }>(
    `select stripe_customer_id as customer from claims
      where ${waiting} and mailed_at is null and ${notBeingMailed} order by created_at limit 50`,
    [liveStatuses],
  )
  let mailed = 0
  for (const { customer } of claims) mailed += Number(await mailClaim(billing, customer))
  return mailed
}

/**
 * Mails the link again, to the address that Stripe has on record and to no other.
 *
 * @throws RequestProblem 404 `no_claim`, 429 `too_many_requests`, 503 `accounts_unavailable` or
 *   `mail_unavailable`
 */
export async function mailClaimAgain(billing: Billing, customer: string): Promise<void> {
  const mailing = await begin(billing, customer, 'true')
  if (!mailing) throw new RequestProblem(404, 'no_claim')
  await mail(billing, mailing, () => enforceRateLimit(billing.database, limit, mailing.email.toLowerCase()))
}

/**
 * Mails the link again to whoever has bought as a guest with an address. Nobody is told whether there is such a
 * purchase, neither by a refusal nor by the time that it takes: the mail goes out after the answer, and one that fails
 * is tried again by the reconciliation.
 *
 * @param sender - a fingerprint of the network that asks
 * @throws RequestProblem 429 `too_many_requests`, whether there is a purchase or not
 */
export async function mailClaimTo(billing: Billing, email: string, sender: string): Promise<void> {
  await enforceRateLimit(billing.database, senderRequests, `${sender} ${email.toLowerCase()}`)
  await enforceRateLimit(billing.database, requests, email.toLowerCase())
  const [claim] = await billing.database.sql<{ customer: string }>(
    `select stripe_customer_id as customer from claims
      where ${waiting} and lower(email) = lower($2) order by created_at limit 1`,
    [liveStatuses, email],
  )
  if (claim) outlive(mailAnother(billing, claim.customer, email))
}

async function mailAnother(billing: Billing, customer: string, email: string): Promise<void> {
  try {
    await enforceRateLimit(billing.database, limit, email.toLowerCase())
    await billing.database.sql('update claims set mailed_at = null where stripe_customer_id = $1', [customer])
    await mailClaim(billing, customer)
  } catch (error) {
    log.error('billing', 'another link for a claim was not mailed', error)
  }
}

/** Notes that a claim is being mailed, before it is. */
async function begin(
  { database }: Billing,
  customer: string,
  condition: string,
): Promise<Mailing | undefined> {
  const [mailing] = await database.sql<Mailing>(
    `update claims set mailing_since = now(), nonce = coalesce(nonce, $3)
      where ${waiting} and stripe_customer_id = $2 and ${condition}
      returning stripe_customer_id as customer, email, nonce`,
    [liveStatuses, customer, randomBytes(16).toString('hex')],
  )
  return mailing
}

async function mail(
  billing: Billing,
  mailing: Mailing,
  allow: () => Promise<void> = async () => {},
): Promise<void> {
  const { customer, email } = mailing
  const end = (mailedAt: string) =>
    billing.database.sql(
      `update claims set mailing_since = null, mailed_at = ${mailedAt} where stripe_customer_id = $1 and email = $2`,
      [customer, email],
    )
  try {
    await allow()
    await send(billing, mailing)
  } catch (error) {
    await end('mailed_at')
    throw error
  }
  await end('now()')
}

async function send(billing: Billing, mailing: Mailing): Promise<void> {
  const mail = billing.mail && (await written(billing, billing.mail, mailing))
  if (!billing.mail || !mail) return invite(billing.siteOrigin, mailing.email, mailing.nonce)
  await billing.mail.send(mail).catch(unavailable)
}

const unavailable = (cause: unknown) => {
  throw new RequestProblem(503, 'mail_unavailable', { cause })
}

/** The site's own e-mail about a purchase; undefined where it cannot say what it should. */
async function written(
  billing: Billing,
  services: MailServices,
  { customer, email, nonce }: Mailing,
): Promise<Mail | undefined> {
  const { siteOrigin } = billing
  const purchase = await purchaseOf(billing, customer)
  if (!purchase) return undefined
  const texts = await services.texts().catch(unavailable)
  const link = await claimLink(siteOrigin, email, nonce)
  try {
    return writePurchase(texts, { to: email, link, siteOrigin }, purchase)
  } catch (error) {
    if (!(error instanceof TextMissing)) throw error
    log.error('billing', 'guests get an invitation instead of an e-mail about their purchase', error)
    return undefined
  }
}

/** What a customer has bought in a checkout of the site; undefined when it was given by hand. */
async function purchaseOf({ database, stripe }: Billing, customer: string): Promise<Purchase | undefined> {
  type Row = { id: string; name: string; date: Date; nextAmount: number | null; nextDate: Date | null }
  const [row] = await database.sql<Row>(
    `select stripe_subscription_id as id, tier as name, started_at as date,
       next_amount::float8 as "nextAmount", current_period_end as "nextDate"
     from subscriptions where stripe_customer_id = $1 and status = any ($2) order by started_at limit 1`,
    [customer, liveStatuses],
  )
  if (!row) return undefined
  const { id, name, date, nextAmount, nextDate } = row
  const [session] = (await stripe.checkout.sessions.list({ subscription: id, limit: 1 })).data
  if (!session || !isOurCheckout(session) || session.amount_total === null || !session.currency)
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
