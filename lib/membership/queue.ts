import type { Sql } from '@/lib/database/database'
import { log } from '@/lib/log'

/**
 * A table of pending work, with the columns `attempts`, `last_error` and `next_attempt_at`. A worker takes a row by
 * postponing its next attempt, so that no other worker processes it, and it is retried if the worker crashes.
 */
export type Queue = {
  table: string
  /** The columns of the primary key. */
  key: readonly string[]
  /** Returns a row's name for logs. */
  describe(row: QueueRow): string
  /** Whether a failed attempt was the last one; if so, the column `failed_at` is set. */
  isLastAttempt?(error: unknown, attempts: number): boolean
}

export type QueueRow = {
  /** The values of the key's columns. */
  key: readonly unknown[]
  /** The text of `next_attempt_at`, exact to the microsecond, unlike a Date. */
  dueAt: string
}

/** Returns the select list for a {@link QueueRow}; `alias` is the alias of the queue's table. */
export const selectQueueRow = ({ key }: Pick<Queue, 'key'>, alias: string): string =>
  `json_build_array(${key.map((column) => `${alias}.${column}`)}) as key, ${alias}.next_attempt_at::text as "dueAt"`

/** How a processed row is settled: deleted, or stored as sent, with the time in the column `sent_at`. */
export type Settlement = 'deleted' | 'sent'

/** SQL for the delay before the next retry: a minute, doubled with each attempt, up to six hours. */
const delaySql = `least(60 * power(2, least(attempts, 16)), 21600) * interval '1 second'`

/**
 * Processes rows one at a time. A failed row stays with its error and is retried with exponential backoff, while
 * later rows are processed. A row that another worker took, or that was enqueued again meanwhile, stays in the table.
 *
 * @param work - processes one row, which no other worker takes before its new `dueAt`, and returns how it is settled;
 * undefined leaves it for the next attempt
 * @param untilMs - when to stop, as a `Date.now()` timestamp
 * @returns the number of settled rows, the errors of failed rows, and how many rows were not reached by `untilMs`
 */
export async function processRows<Row extends QueueRow>(
  sql: Sql,
  queue: Queue,
  rows: readonly Row[],
  work: (row: Row) => Promise<Settlement | undefined>,
  untilMs = Number.POSITIVE_INFINITY,
): Promise<{ settled: number; failures: unknown[]; remaining: number }> {
  const { table } = queue
  const result = { settled: 0, failures: [] as unknown[], remaining: 0 }
  const condition = queue.key.map((column, index) => `${column} = $${index + 2}`).join(' and ')
  for (const [index, row] of rows.entries()) {
    if (Date.now() > untilMs) return { ...result, remaining: rows.length - index }
    const [taken] = await sql<{ dueAt: string; attempts: number }>(
      `update ${table} set attempts = attempts + 1, last_error = null, next_attempt_at = now() + ${delaySql}
        where next_attempt_at = $1::timestamptz and ${condition}
        returning next_attempt_at::text as "dueAt", attempts`,
      [row.dueAt, ...row.key],
    )
    if (!taken) continue
    try {
      const settlement = await work({ ...row, dueAt: taken.dueAt })
      if (!settlement) continue
      const change =
        settlement === 'deleted'
          ? `delete from ${table}`
          : `update ${table} set sent_at = now(), last_error = null`
      await sql(`${change} where next_attempt_at = $1::timestamptz and ${condition}`, [
        taken.dueAt,
        ...row.key,
      ])
      result.settled += 1
    } catch (error) {
      result.failures.push(error)
      const isLast = queue.isLastAttempt?.(error, taken.attempts) ?? false
      const name = queue.describe(row)
      log.error(
        'billing',
        isLast ? `ALERT ${name} failed for the last time` : `${name} failed; it will be retried`,
        error,
      )
      await sql(
        `update ${table} set last_error = $1${isLast ? ', failed_at = now()' : ''} where ${condition}`,
        [String(error), ...row.key],
      )
    }
  }
  return result
}

/** Enqueues customers whose state in Stripe has to be read, and makes them due immediately. */
export async function enqueue(sql: Sql, customerIds: readonly string[]): Promise<void> {
  await sql(
    `insert into sync_queue (stripe_customer_id) select unnest($1::text[])
     on conflict (stripe_customer_id) do update set next_attempt_at = now()`,
    [customerIds],
  )
}
