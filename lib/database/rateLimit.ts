import { createHash } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import type { Database } from './database'

/** The maximum number of requests in a time window. */
export type RateLimit = {
  name: string
  count: number
  /** The length of the window. */
  seconds: number
  /** The error code; `too_many_requests` by default. */
  code?: string
}

/**
 * Counts a request in the database, since server processes share no memory. Refused requests are not counted.
 *
 * @param database - undefined on a site with accounts but no payments; nothing is limited then
 * @param subject - groups requests: a user's id, an email, a network, a network and an email, or `all`; stored hashed
 * @returns a function that removes the request from the count; it logs errors instead of throwing
 * @throws RequestProblem 429 with the limit's code when there were too many requests
 */
export async function enforceRateLimit(
  database: Database | undefined,
  { name, count, seconds, code = 'too_many_requests' }: RateLimit,
  subject: string,
): Promise<() => Promise<void>> {
  if (!database) return async () => {}
  const [request] = await database.sql<{ key: string; window_start: Date }>(
    `insert into rate_limits (key, window_start, count)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
     on conflict (key, window_start) do update set count = rate_limits.count + 1
       where rate_limits.count < $3
     returning key, window_start`,
    [rateLimitKey(name, subject), seconds, count],
  )
  if (!request) throw new RequestProblem(429, code)
  return async () => {
    await database
      .sql('update rate_limits set count = count - 1 where key = $1 and window_start = $2', [
        request.key,
        request.window_start,
      ])
      .catch((error: unknown) => log.error('billing', 'rateLimit: decrement failed', error))
  }
}

/** Counts a request as {@link enforceRateLimit} does, and runs `work`. Only requests whose work succeeds count. */
export async function withRateLimit<Result>(
  database: Database,
  limit: RateLimit,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const uncount = await enforceRateLimit(database, limit, subject)
  try {
    return await work()
  } catch (error) {
    await uncount()
    throw error
  }
}

/** Returns the key of a subject's count: the limit's name and a hash, without the email or IP itself. */
export function rateLimitKey(name: string, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('hex').slice(0, 32)}`
}
