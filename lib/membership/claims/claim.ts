import { RequestProblem } from '@/lib/api/problem'
import { accountService } from '@/lib/auth/config'
import { createAdminClient, fetchAccounts } from '@/lib/auth/server/clients'
import type { User } from '@/lib/auth/server/requireUser'
import { withLease } from '@/lib/database/lease'
import { isSameEmail } from '@/lib/email'
import { getErrorCode } from '@/lib/errorCode'
import type { Billing } from '../context'
import { findUserCustomer } from '../mirror/customers'
import { mirrorCustomer } from '../mirror/mirror'
import { compareAge, filterEntitled, filterLiveSubscriptions, listMemberships } from '../mirror/stripeState'
import { enqueue } from '../queue'
import { cancelAndRefund } from '../refunds/duplicates'

/** The account of a claim, the token of its session, and the nonce of the emailed link. */
export type Claimant = { user: User; accessToken: string; nonce: string }

/**
 * Whether a session began with a link or code from the owner's mailbox recently.
 *
 * @param proofs - the token's `amr`: method and time (seconds since 1970) of each proof of identity
 * @param now - seconds since 1970
 */
export function isProvedByEmail(
  proofs: readonly { method: string; timestamp: number }[],
  now: number,
): boolean {
  const byMail = new Set(['otp', 'recovery', 'invite', 'magiclink', 'email/signup'])
  return proofs.some(({ method, timestamp }) => byMail.has(method) && timestamp > now - 1800)
}

/**
 * Attaches a guest's purchase to its owner, who has just opened a link in the mailbox that Stripe has on record.
 * Sessions with an older password of the account end before anything is attached. Claiming again finishes an
 * interrupted claim.
 *
 * @param password - the new password of the account
 * @throws RequestProblem 404 `no_claim`; 422 `weak_password` or `same_password`; 403 `reauthentication_needed`; 503
 * `accounts_unavailable`
 */
export async function claimMembership(
  billing: Billing,
  { user, accessToken, nonce }: Claimant,
  password: string,
): Promise<void> {
  await withLease(billing.database, `buyer:${user.id}`, async () => {
    const claims = await findUnclaimed(billing, user)
    if (claims.length === 0) throw new RequestProblem(404, 'no_claim')
    const opened = claims.find((claim) => claim.nonce === nonce)
    if (!opened) throw new RequestProblem(403, 'reauthentication_needed')
    await setPassword(accessToken, password).catch((error: unknown) => {
      // The password was set before the interruption.
      if (!opened.passwordSet || getErrorCode(error) !== 'same_password') throw error
    })
    const customers = claims.map(({ customer }) => customer)
    await billing.database.sql(
      'update claims set password_set_at = now() where stripe_customer_id = any ($1)',
      [customers],
    )
    await bindCustomers(billing, user, customers)
  })
}

/**
 * Sets the password as the user, which ends every other session.
 * https://supabase.com/docs/reference/api/update-user
 */
async function setPassword(accessToken: string, password: string): Promise<void> {
  const response = await fetchAccounts(`${accountService.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      apikey: accountService.publishableKey,
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
    },
    body: JSON.stringify({ password }),
  }).catch((cause: unknown) => {
    throw new RequestProblem(503, 'accounts_unavailable', { cause })
  })
  if (!response.ok) throw toRequestProblem(response)
  const { error } = await createAdminClient().auth.admin.signOut(accessToken, 'others')
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
}

function toRequestProblem({ status, headers }: Response): RequestProblem {
  const code = headers.get('x-sb-error-code')
  if (code === 'weak_password' || code === 'same_password') return new RequestProblem(422, code)
  if (status === 401 || status === 403) return new RequestProblem(403, 'reauthentication_needed')
  return new RequestProblem(503, 'accounts_unavailable', { cause: `${status} ${code}` })
}

type Claim = { customer: string; nonce: string | null; passwordSet: boolean }

/** Lists claims with the user's email at Stripe, without an owner or with an interrupted attachment to this user. */
async function findUnclaimed({ database, stripe }: Billing, user: User): Promise<Claim[]> {
  const rows = await database.sql<Claim>(
    `select stripe_customer_id as customer, nonce, password_set_at is not null as "passwordSet"
       from claims join customers using (stripe_customer_id)
      where claimed_at is null and (user_id is null or user_id = $2) and lower(claims.email) = lower($1)
      order by claims.created_at`,
    [user.email, user.id],
  )
  const found: Claim[] = []
  for (const claim of rows) {
    const customer = await stripe.customers.retrieve(claim.customer)
    if (!customer.deleted && isSameEmail(customer.email, user.email)) found.push(claim)
  }
  return found
}

/**
 * Selects the membership that stays: of those with access the account's own one, otherwise the oldest. The others are
 * canceled and refunded; those in arrears are only canceled.
 */
async function bindCustomers(billing: Billing, user: User, waiting: readonly string[]): Promise<void> {
  const { stripe, database } = billing
  const former = (await findUserCustomer(billing, user.id))?.id
  const own = former && !(await stripe.customers.retrieve(former)).deleted ? former : undefined
  const candidates = [...new Set(own ? [own, ...waiting] : waiting)]
  const memberships = (
    await Promise.all(
      candidates.map(async (customer) =>
        filterLiveSubscriptions(await listMemberships(stripe, customer)).map((subscription) => ({
          customer,
          subscription,
        })),
      ),
    )
  ).flat()
  const entitled = await filterEntitled(
    stripe,
    memberships.map(({ subscription }) => subscription),
    { now: billing.now(), graceDays: billing.graceDays },
  )
  const rank = ({ subscription }: (typeof memberships)[number]) => Number(!entitled.includes(subscription))
  const [primary, ...surplus] = memberships.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(b.customer === own) - Number(a.customer === own) ||
      compareAge(a.subscription, b.subscription),
  )
  await cancelAndRefund(
    billing,
    surplus.map(({ subscription }) => subscription),
    { canceled: 0 },
  )
  const customer = primary?.customer ?? own ?? waiting[0]
  if (!customer) return
  await stripe.customers.update(customer, { metadata: { user_id: user.id } })
  await database.transaction(async (sql) => {
    // The mirror also locks a customer before its subscriptions. The same order prevents a deadlock.
    await sql('update customers set user_id = null where user_id = $1 and stripe_customer_id <> $2', [
      user.id,
      customer,
    ])
    await sql('update customers set user_id = $1 where stripe_customer_id = $2', [user.id, customer])
    await sql('update subscriptions set user_id = null where user_id = $1', [user.id])
    // The rows of the memberships follow below. The reconciliation repairs an interruption there.
    await enqueue(sql, candidates)
  })
  for (const id of candidates) await mirrorCustomer(billing, id)
  await database.sql(
    'update claims set claimed_by = $1, claimed_at = now() where stripe_customer_id = any ($2) and claimed_at is null',
    [user.id, waiting],
  )
}
