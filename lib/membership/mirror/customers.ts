import type { User } from '@/lib/auth/server/requireUser'
import type { Sql } from '@/lib/database/database'
import type { Billing } from '../context'
import { enqueue } from '../queue'

/** A customer in the mirror. */
export type CustomerRow = { id: string; email: string | null; deleted: boolean }

/** Finds the customer of a user by the user's id, never by email; undefined without one. */
export async function findUserCustomer(
  { database }: Pick<Billing, 'database'>,
  userId: string,
): Promise<CustomerRow | undefined> {
  const [row] = await database.sql<CustomerRow>(
    `select stripe_customer_id as id, email, deleted_at is not null as deleted
       from customers where user_id = $1`,
    [userId],
  )
  return row
}

/**
 * Stores the current email of a user. A changed one is written to Stripe by `syncAccountEmail`, unless staff gave the
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

/** Stores a user's email, and enqueues the customer if it has changed. */
export async function enqueueEmailChange({ database }: Billing, user: User): Promise<void> {
  await database.transaction(async (sql) => {
    const customer = await storeAccountEmail(sql, user)
    if (customer) await enqueue(sql, [customer])
  })
}
