import { RequestProblem } from '@/lib/api/problem'
import type { Database } from './database'

/** How often something may be done in a window of time. */
export type RateLimit = { name: string; count: number; seconds: number }

/**
 * Counts one more go, in the database, since server processes share no memory.
 *
 * @param who - whose goes are counted: a user's id, or a fingerprint of an address
 * @throws RequestProblem 429 `too_many_requests` when there were too many
 */
export async function enforceRateLimit(database: Database, limit: RateLimit, who: string): Promise<void> {
  const [row] = await database.sql<{ count: number }>(
    `insert into rate_limits (key, window_start, count)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
     on conflict (key, window_start) do update set count = rate_limits.count + 1
     returning count`,
    [`${limit.name}:${who}`, limit.seconds],
  )
  if (!row || row.count > limit.count) throw new RequestProblem(429, 'too_many_requests')
}
