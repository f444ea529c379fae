import type { User } from '@/lib/auth/server/requireUser'
import type { Sql } from '@/lib/database/database'
import { enforceRateLimit } from '@/lib/database/rateLimit'
import type { Billing } from '../context'

/** Finds a user's customer by the user's id, never by email; undefined if there is none, or it is deleted. */
export async function findUserCustomer(sql: Sql, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1 and deleted_at is null',
    [userId],
  )
  return row?.id
}

/**
 * Whether a person has used the introductory price, which each person gets once.
 *
 * @param email - an email of the person, which must be confirmed before the result is returned to a user
 * @param userId - the person's account, whose customer may have used it with another email
 */
export async function hasUsedIntroduction(billing: Billing, email: string | undefined, userId?: string) {
  const rows = await billing.database.sql(
    `select from introductions where identity = any (array_append(array(
       select stripe_customer_id from customers where user_id = $2 and deleted_at is null), $1))`,
    [email && billing.hashIdentity(email), userId],
  )
  return rows.length > 0
}

/**
 * Stores a user's changed account email, and enqueues the customer. The customer's email in Stripe then changes too,
 * unless staff set a different one there for billing.
 */
export async function storeAccountEmail(sql: Sql, { id, email }: User): Promise<void> {
  await sql(
    `with changed as (
       update customers set account_email = $2, is_email_pending = is_email_pending
           or (account_email is not null and lower(email) is not distinct from lower(account_email))
         where user_id = $1 and lower(account_email) is distinct from lower($2)
         returning stripe_customer_id, is_email_pending)
     insert into sync_queue (stripe_customer_id) select stripe_customer_id from changed where is_email_pending
     on conflict (stripe_customer_id) do update set next_attempt_at = now()`,
    [id, email],
  )
}

/**
 * Reads the name of a user's Stripe customer; null without one.
 *
 * @throws RequestProblem 429 `too_many_requests`
 */
export async function readPayerName({ stripe, database }: Billing, user: User): Promise<string | null> {
  await enforceRateLimit(database, { name: 'payer', count: 30, seconds: 600 }, user.id)
  const id = await findUserCustomer(database.sql, user.id)
  const customer = id && (await stripe.customers.retrieve(id))
  return (customer && !customer.deleted && customer.name) || null
}
