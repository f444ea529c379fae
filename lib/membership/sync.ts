import type Stripe from 'stripe'
import { type Lease, withLease } from '@/lib/database/lease'
import type { Billing } from './context'
import { mirrorUnderLease, readDatabaseTime, recordEvent } from './mirror/mirror'

type SyncOptions = {
  /**
   * Updates the mirror and applies the consequences, as only the webhook and the scheduler do. Without it, nothing is
   * changed at Stripe, and the customer is enqueued for them.
   */
  settle?: (billing: Billing, lease: Lease, customerId: string) => Promise<void>
  /** The events that report the change. They are recorded last, so that a retry after a failure is not ignored. */
  events?: readonly Stripe.Event[]
  /** How long to wait for other workers on the customer. Milliseconds. */
  timeoutMs?: number | undefined
}

/**
 * Updates the mirror of a customer from Stripe. After any number of calls in any order, the mirror equals Stripe's state.
 *
 * @throws LeaseBusy, LeaseLost, or errors from Stripe and Postgres; the call then has to be repeated
 */
export async function syncCustomer(
  billing: Billing,
  customerId: string,
  { settle, events = [], timeoutMs }: SyncOptions = {},
): Promise<void> {
  const { database } = billing
  const requestedAt = await readDatabaseTime(database.sql)
  const work = async (lease: Lease) => {
    if (!settle) return void (await mirrorUnderLease(billing, lease, customerId, false))
    // Many events of one purchase arrive at once. A worker that waited for another one need not read Stripe again.
    const finished = await database.sql(
      'select from customers where stripe_customer_id = $1 and processed_from > $2::timestamptz',
      [customerId, requestedAt],
    )
    if (finished.length === 0) await settle(billing, lease, customerId)
  }
  await withLease(database, `customer:${customerId}`, work, { timeoutMs })
  if (!settle) return
  await database.transaction(async (sql) => {
    await sql('delete from sync_queue where stripe_customer_id = $1 and next_attempt_at <= $2::timestamptz', [
      customerId,
      requestedAt,
    ])
    for (const event of events) await recordEvent(sql, event, customerId)
  })
}
