import type { User } from '@/lib/auth/server/requireUser'
import type { Sql } from '@/lib/database/database'
import type { Billing } from '../context'

/** Finds the customer of a user by the user's id, never by email; undefined without one, or for a deleted one. */
export async function findUserCustomer(
  { database }: Pick<Billing, 'database'>,
  userId: string,
): Promise<string | undefined> {
  const [row] = await database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1 and deleted_at is null',
    [userId],
  )
  return row?.id
}

/**
 * Stores the current email of a user. A changed one is written to Stripe by `writeAccountEmail`, unless staff gave the
 * customer another email there, for billing.
 *
 * @returns the id of the customer whose email at Stripe has to change; undefined without a change
 */
export async function storeAccountEmail(sql: Sql, { id, email }: User): Promise<string | undefined> {
  const [row] = await sql<{ customer: string; isPending: boolean }>(
    `update customers set account_email = $2, is_email_pending = is_email_pending
         or (account_email is not null and lower(email) is not distinct from lower(account_email))
      where user_id = $1 and lower(account_email) is distinct from lower($2)
      returning stripe_customer_id as customer, is_email_pending as "isPending"`,
    [id, email],
  )
  return row?.isPending ? row.customer : undefined
}
