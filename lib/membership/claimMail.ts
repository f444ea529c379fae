import { randomBytes } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { adminClient, serverClient } from '@/lib/auth/server/clients'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { outlive } from '@/lib/deadline'
import { log } from '@/lib/log'
import type { Billing } from './context'
import { liveStatuses } from './entitlement'

/** Mails to one address, whoever asks for them. */
const limit: RateLimit = { name: 'claim-mail', count: 5, seconds: 3600 }
/** Requests for one address, whether there is a purchase or not. */
const requests: RateLimit = { name: 'claim-request', count: 10, seconds: 3600 }

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
 * @throws RequestProblem 404 `no_claim`, 429 `too_many_requests`, 503 `accounts_unavailable`
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
 * @throws RequestProblem 429 `too_many_requests`, whether there is a purchase or not
 */
export async function mailClaimTo(billing: Billing, email: string): Promise<void> {
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

/** An invitation for who has no account, a recovery for who has one: both end in a new password. */
async function send({ siteOrigin }: Billing, { email, nonce }: Mailing): Promise<void> {
  const redirectTo = `${siteOrigin}/claim?claim=${nonce}`
  const invited = await adminClient().auth.admin.inviteUserByEmail(email, { redirectTo })
  if (!invited.error) return
  if (invited.error.code !== 'email_exists') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: invited.error })
  }
  const { error } = await serverClient().auth.resetPasswordForEmail(email, { redirectTo })
  if (error?.status === 429) throw new RequestProblem(429, 'too_many_requests', { cause: error })
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
}
