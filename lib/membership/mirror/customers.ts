import type { User } from '@/lib/auth/server/requireUser'
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

/** Stores the current email of a user, and enqueues the customer, so that the email is sent to Stripe. */
export async function enqueueEmailChange({ database }: Billing, user: User): Promise<void> {
  await database.transaction(async (sql) => {
    const rows = await sql<{ id: string }>(
      'update customers set account_email = $2 where user_id = $1 returning stripe_customer_id as id',
      [user.id, user.email],
    )
    await enqueue(
      sql,
      rows.map(({ id }) => id),
    )
  })
}
