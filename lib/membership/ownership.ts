import type { User } from '@/lib/auth/server/requireUser'
import { withLease } from '@/lib/database/lease'
import type { Billing } from './context'
import { computeEntitlement, liveStatuses } from './mirror/entitlement'
import { type MirroredSubscription, mirroredColumns, syncCustomer } from './mirror/mirror'
import { enqueue } from './queue'

/** A membership in the mirror that may be attached. */
type Candidate = MirroredSubscription & {
  customer: string
  /** The account to which the customer belongs; null for a guest. */
  ownerId: string | null
}

/**
 * Attaches the purchase of a guest, or of a deleted account, to the user who owns the purchase's email. Changes
 * nothing for a user with a live membership. Of several purchases, prefers one that gives access, then the oldest;
 * the studio is alerted to other live ones. The queue writes the user's id to Stripe. Safe to repeat.
 *
 * @param user - the owner of the email, which is confirmed; no other person can have chosen the password
 * (docs/decisions/password-ownership.md)
 * @param options.timeoutMs - the maximum wait for other workers to release a lease
 * @returns whether a purchase was attached
 */
export async function attachPurchase(
  billing: Billing,
  user: User,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<boolean> {
  // Almost every call finds no purchase, and ends here.
  const found = await findCandidates(billing, user)
  if (found.length === 0) return false
  return withLease(
    billing.database,
    `buyer:${billing.hashIdentity(user.id)}`,
    async () => {
      // The studio may have just corrected the email in Stripe, so the purchase may belong to a different person.
      for (const customer of new Set(found.map((row) => row.customer)))
        await syncCustomer(billing, customer, { timeoutMs })
      const { subscription: membership } = computeEntitlement(await findCandidates(billing, user), billing)
      // The account may have been deleted while this call waited for the lease.
      if (!membership || (await billing.accountState(user.id)) === 'missing') return false
      await attach(billing, user, membership)
      return true
    },
    { timeoutMs },
  )
}

/**
 * Finds the memberships with the user's email that belong to no existing account: live ones for a user without a live
 * membership, and ended ones for a user without a customer.
 */
async function findCandidates(billing: Billing, user: User): Promise<Candidate[]> {
  const rows = await billing.database.sql<Candidate>(
    `select ${mirroredColumns}, s.stripe_customer_id as customer, c.user_id as "ownerId"
     from customers c join subscriptions s using (stripe_customer_id)
     where lower(c.email) = lower($1) and c.user_id is distinct from $2::uuid
       and c.deleted_at is null and c.forgotten_at is null
       and (s.status = any ($3) or not exists (select from customers where user_id = $2))
       and not exists (select from subscriptions where user_id = $2 and status = any ($3))`,
    [user.email, user.id, liveStatuses],
  )
  const isFree = new Map<string | null, boolean>([[null, true]])
  for (const { ownerId } of rows)
    if (ownerId && !isFree.has(ownerId))
      isFree.set(ownerId, (await billing.accountState(ownerId)) === 'missing')
  return rows.filter(({ ownerId }) => isFree.get(ownerId))
}

/** Attaches a membership. Locks its customer before its subscriptions, as the mirror does, to prevent a deadlock. */
async function attach({ database }: Billing, user: User, { id, customer }: Candidate): Promise<void> {
  const ids = [user.id, customer]
  await database.transaction(async (sql) => {
    await sql('update customers set user_id = null where user_id = $1 and stripe_customer_id <> $2', ids)
    await sql('update customers set user_id = $1, account_problem = null where stripe_customer_id = $2', ids)
    await sql('update subscriptions set user_id = null where user_id = $1', [user.id])
    // The database allows one live membership per user.
    await sql(
      `update subscriptions set user_id = $1 where stripe_customer_id = $2
         and (stripe_subscription_id = $3 or status <> all ($4))`,
      [user.id, customer, id, liveStatuses],
    )
    await enqueue(sql, [customer])
  })
}
