import { RequestProblem } from '@/lib/api/problem'
import { accountService } from '@/lib/auth/config'
import { createAdminClient, fetchAccountService } from '@/lib/auth/server/clients'
import type { User } from '@/lib/auth/server/requireUser'
import { withLease } from '@/lib/database/lease'
import { isSameEmail } from '@/lib/email'
import { getErrorCode } from '@/lib/errorCode'
import { type Billing, getAccessRules } from '../context'
import { findUserCustomer } from '../mirror/customers'
import { mirrorCustomer } from '../mirror/mirror'
import { compareAge, filterEntitled, filterLiveSubscriptions, listMemberships } from '../mirror/stripeState'
import { enqueue } from '../queue'
import { cancelAndRefund } from '../refunds/duplicates'

/** The user who claims, the access token of the session, and the nonce of the emailed link. */
export type Claimant = { user: User; accessToken: string; nonce: string }

/** How long an emailed link or code proves that the user owns the mailbox. */
const recentProofSeconds = 1800

/**
 * Whether the user has recently proved the identity with an emailed link or code.
 *
 * @param proofs - the token's `amr`: method and time (seconds since 1970) of each proof of identity
 * @param nowSeconds - since 1970
 */
export function isProvedByEmail(
  proofs: readonly { method: string; timestamp: number }[],
  nowSeconds: number,
): boolean {
  const emailMethods = new Set(['otp', 'recovery', 'invite', 'magiclink', 'email/signup'])
  return proofs.some(
    ({ method, timestamp }) => emailMethods.has(method) && timestamp > nowSeconds - recentProofSeconds,
  )
}

/**
 * Attaches the guest purchases with the user's email to the user, who has just opened the emailed link of one of them.
 * Only one membership stays: see {@link bindCustomers}. Other sessions, begun before the password was set, end
 * before anything is attached. To finish an interrupted claim, call this again.
 *
 * @param password - the new password of the account
 * @throws RequestProblem 404 `no_claim`; 422 `weak_password` or `same_password`; 403 `reauthentication_needed`; 503
 * `accounts_unavailable`; also LeaseBusy, and errors of Stripe and Postgres
 */
export async function claimMembership(
  billing: Billing,
  { user, accessToken, nonce }: Claimant,
  password: string,
): Promise<void> {
  await withLease(billing.database, `buyer:${user.id}`, async () => {
    const claims = await listUnclaimed(billing, user)
    if (claims.length === 0) throw new RequestProblem(404, 'no_claim')
    const openedClaim = claims.find((claim) => claim.nonce === nonce)
    if (!openedClaim) throw new RequestProblem(403, 'reauthentication_needed')
    await setPassword(accessToken, password).catch((error: unknown) => {
      // An earlier, interrupted call has already set this password.
      if (!openedClaim.isPasswordSet || getErrorCode(error) !== 'same_password') throw error
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
 * Sets the password as the user, and ends every other session.
 * https://supabase.com/docs/reference/api/update-user
 */
async function setPassword(accessToken: string, password: string): Promise<void> {
  const response = await fetchAccountService(`${accountService.url}/auth/v1/user`, {
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

type Claim = { customer: string; nonce: string | null; isPasswordSet: boolean }

/**
 * Lists the waiting claims whose email at Stripe is the user's: without an owner, or partly attached to this user by an
 * interrupted call.
 */
async function listUnclaimed({ database, stripe }: Billing, user: User): Promise<Claim[]> {
  const rows = await database.sql<Claim>(
    `select stripe_customer_id as customer, nonce, password_set_at is not null as "isPasswordSet"
       from claims join customers using (stripe_customer_id)
      where claimed_at is null and (user_id is null or user_id = $2) and lower(claims.email) = lower($1)
      order by claims.created_at`,
    [user.email, user.id],
  )
  const claims: Claim[] = []
  for (const claim of rows) {
    const customer = await stripe.customers.retrieve(claim.customer)
    if (!customer.deleted && isSameEmail(customer.email, user.email)) claims.push(claim)
  }
  return claims
}

/**
 * Attaches the user to the customer of the membership that stays, and detaches a former customer. A membership with
 * access stays rather than one without, then the account's own, then the oldest. The others end as `cancelAndRefund`
 * describes.
 */
async function bindCustomers(
  billing: Billing,
  user: User,
  claimedCustomers: readonly string[],
): Promise<void> {
  const { stripe, database } = billing
  const formerCustomer = (await findUserCustomer(billing, user.id))?.id
  const ownCustomer =
    formerCustomer && !(await stripe.customers.retrieve(formerCustomer)).deleted ? formerCustomer : undefined
  const candidates = [...new Set(ownCustomer ? [ownCustomer, ...claimedCustomers] : claimedCustomers)]
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
    getAccessRules(billing),
  )
  const rankAccess = ({ subscription }: (typeof memberships)[number]) =>
    Number(!entitled.includes(subscription))
  const [primary, ...surplus] = memberships.toSorted(
    (a, b) =>
      rankAccess(a) - rankAccess(b) ||
      Number(b.customer === ownCustomer) - Number(a.customer === ownCustomer) ||
      compareAge(a.subscription, b.subscription),
  )
  await cancelAndRefund(
    billing,
    surplus.map(({ subscription }) => subscription),
    { canceled: 0 },
  )
  const customer = primary?.customer ?? ownCustomer ?? claimedCustomers[0]
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
    // `mirrorCustomer` below writes the subscriptions. After an interruption, the reconciliation repeats it.
    await enqueue(sql, candidates)
  })
  for (const id of candidates) await mirrorCustomer(billing, id)
  await database.sql(
    'update claims set claimed_by = $1, claimed_at = now() where stripe_customer_id = any ($2) and claimed_at is null',
    [user.id, claimedCustomers],
  )
}
