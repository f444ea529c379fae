import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'
import type { Billing } from './context'

/** The maximum delay before a retry. Seconds. */
const maxDelaySeconds = 6 * 3600

/**
 * Returns the delay before the next retry: a minute, doubled with each further failure, up to six hours.
 *
 * @param failureCount - the number of failures, the current one included
 * @returns seconds
 */
export function getRetryDelaySeconds(failureCount: number): number {
  return Math.min(60 * 2 ** Math.max(0, failureCount - 1), maxDelaySeconds)
}

/** Enqueues customers whose state at Stripe has to be read, due now. */
export async function enqueue(sql: Sql, customers: readonly string[]): Promise<void> {
  await sql(
    `insert into sync_queue (stripe_customer_id) select unnest($1::text[])
     on conflict (stripe_customer_id) do update set next_attempt_at = now()`,
    [customers],
  )
}

/**
 * Enqueues a failed customer for a retry, or postpones one in the queue. The delay grows with each failure as
 * {@link getRetryDelaySeconds} returns it.
 */
export async function postponeCustomer(sql: Sql, customer: string, error: unknown): Promise<void> {
  const getDelaySql = (earlierFailures: string) =>
    `least(60 * power(2, least(${earlierFailures}, 16)), ${maxDelaySeconds}) * interval '1 second'`
  await sql(
    `insert into sync_queue (stripe_customer_id, attempts, last_error, next_attempt_at)
       values ($1, 1, $2, now() + ${getDelaySql('0')})
     on conflict (stripe_customer_id) do update set attempts = sync_queue.attempts + 1,
       last_error = excluded.last_error, next_attempt_at = now() + ${getDelaySql('sync_queue.attempts')}`,
    [customer, String(error)],
  )
}

/**
 * Processes the customers that are due, one after the other. A failed customer is stored with the error and retried
 * after a growing delay, while the others continue.
 *
 * @param processOne - processes one customer
 * @param untilMs - when to stop, by `Date.now()`; the remaining customers stay in the queue
 * @returns how many customers succeeded, failed, and remain
 */
export async function processQueue(
  { database }: Billing,
  processOne: (customer: string) => Promise<void>,
  untilMs: number,
): Promise<{ processed: number; failed: number; remaining: number }> {
  const result = { processed: 0, failed: 0, remaining: 0 }
  // Customers that are enqueued after this time belong to the next run. The millisecond is added because the times of
  // rows are finer than a Date.
  const [start] = await database.sql<{ at: Date }>(`select now() + interval '1 millisecond' as at`)
  for (;;) {
    const [next] = await database.sql<{ id: string }>(
      `select stripe_customer_id as id from sync_queue where next_attempt_at <= $1
        order by next_attempt_at, stripe_customer_id limit 1`,
      [start?.at],
    )
    if (!next) return result
    if (Date.now() > untilMs) {
      const [row] = await database.sql<{ count: number }>(
        'select count(*)::int as count from sync_queue where next_attempt_at <= $1',
        [start?.at],
      )
      return { ...result, remaining: row?.count ?? 0 }
    }
    try {
      await processOne(next.id)
      await database.sql('delete from sync_queue where stripe_customer_id = $1 and next_attempt_at <= $2', [
        next.id,
        start?.at,
      ])
      result.processed += 1
    } catch (error) {
      result.failed += 1
      log.error('billing', `queue: processing ${next.id} failed; it is retried`, error)
      await postponeCustomer(database.sql, next.id, error)
    }
  }
}
