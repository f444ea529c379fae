import { RequestProblem } from '@/lib/api/problem'
import { adminClient, serverClient } from '@/lib/auth/server/clients'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import type { Billing } from './context'
import { liveStatuses } from './entitlement'

/** Mails to one address, whoever asks for them. */
const limit: RateLimit = { name: 'claim-mail', count: 5, seconds: 3600 }

type UnclaimedPurchase = { customer: string; email: string }

/** Purchases of guests that are waiting, with a membership that still exists. */
const unclaimed = `
  select distinct claims.stripe_customer_id as customer, claims.email
    from claims join customers using (stripe_customer_id) join subscriptions using (stripe_customer_id)
   where claims.claimed_at is null and customers.user_id is null and subscriptions.status = any ($1)`

/**
 * Mails the owner of a guest's purchase the link with which it is claimed, once. A mail that fails does not fail the
 * purchase: the reconciliation tries again, and the buyer can ask for it.
 */
export async function mailClaim(billing: Billing, customer: string): Promise<void> {
  const [claim] = await billing.database.sql<UnclaimedPurchase>(
    `${unclaimed} and claims.mailed_at is null and stripe_customer_id = $2`,
    [liveStatuses, customer],
  )
  if (claim) await tryMail(billing, claim)
}

/**
 * Mails everybody whose link could not be mailed before.
 *
 * @returns how many
 */
export async function mailUnsentClaims(billing: Billing): Promise<number> {
  const claims = await billing.database.sql<UnclaimedPurchase>(
    `${unclaimed} and claims.mailed_at is null limit 50`,
    [liveStatuses],
  )
  let mailed = 0
  for (const claim of claims) mailed += Number(await tryMail(billing, claim))
  return mailed
}

/**
 * Mails the link again, to the address that Stripe has on record and to no other.
 *
 * @throws RequestProblem 404 `no_claim`, 429 `too_many_requests`, 503 `accounts_unavailable`
 */
export async function mailClaimAgain(billing: Billing, customer: string): Promise<void> {
  const [claim] = await billing.database.sql<UnclaimedPurchase>(`${unclaimed} and stripe_customer_id = $2`, [
    liveStatuses,
    customer,
  ])
  if (!claim) throw new RequestProblem(404, 'no_claim')
  await enforceRateLimit(billing.database, limit, claim.email.toLowerCase())
  await mail(billing, claim)
}

async function tryMail(billing: Billing, claim: UnclaimedPurchase): Promise<boolean> {
  try {
    await mail(billing, claim)
    return true
  } catch (error) {
    console.error('[billing] the link for a claim could not be mailed', error)
    return false
  }
}

/** An invitation for who has no account, a recovery for who has one: both end in a new password. */
async function mail(
  { database, siteOrigin }: Billing,
  { customer, email }: UnclaimedPurchase,
): Promise<void> {
  const redirectTo = `${siteOrigin}/claim`
  const invited = await adminClient().auth.admin.inviteUserByEmail(email, { redirectTo })
  if (invited.error && invited.error.code !== 'email_exists') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: invited.error })
  }
  if (invited.error) {
    const { error } = await serverClient().auth.resetPasswordForEmail(email, { redirectTo })
    if (error?.status === 429) throw new RequestProblem(429, 'too_many_requests', { cause: error })
    if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  await database.sql('update claims set mailed_at = now() where stripe_customer_id = $1', [customer])
}
