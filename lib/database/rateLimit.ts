import { createHash } from 'node:crypto'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import type { Database } from './database'

/** The maximum number of requests in a time window. */
export type RateLimit = {
  name: string
  /** The maximum number of requests. */
  count: number
  /** The length of the window. */
  seconds: number
  /** The error code; `too_many_requests` by default. */
  code?: string
}

/**
 * Counts a request, in the database since server processes share no memory. Refused requests are not counted.
 *
 * @param database - undefined for a site with accounts but without payments, which counts nothing
 * @param subject - the requests with the same text count together: a user's id, an email, a network, a network with an
 *   email, or `all`; stored hashed
 * @throws RequestProblem 429 with the limit's code when there were too many
 */
export async function enforceRateLimit(
  database: Database | undefined,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  if (database) await countRequest(database, limit, subject)
}

/**
 * Counts a request and runs `work`. Decrements the count when `work` fails, so that only successful requests count.
 *
 * @param subject - as in {@link enforceRateLimit}
 * @throws RequestProblem 429 with the limit's code when there were too many; whatever `work` throws
 */
export async function withRateLimit<Result>(
  database: Database,
  limit: RateLimit,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const request = await countRequest(database, limit, subject)
  try {
    return await work()
  } catch (error) {
    await decrementCount(database, request)
    throw error
  }
}

/**
 * Counts a request and runs `work`. Decrements the count when `work` succeeds, so that only failed requests count.
 *
 * @param subject - as in {@link enforceRateLimit}
 * @throws RequestProblem 429 with the limit's code when there were too many; whatever `work` throws
 */
export async function withFailureLimit<Result>(
  database: Database,
  limit: RateLimit,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const request = await countRequest(database, limit, subject)
  const result = await work()
  await decrementCount(database, request)
  return result
}

/** Decrements the count. An error is logged, not thrown. */
async function decrementCount(database: Database, request: CountedRequest): Promise<void> {
  await database
    .sql('update rate_limits set count = count - 1 where key = $1 and window_start = $2', [
      request.key,
      request.window_start,
    ])
    .catch((failure: unknown) => log.error('billing', 'rateLimit: decrement failed', failure))
}

/** Returns the key of a subject's count: the limit's name and a hash, without the email or IP itself. */
export function rateLimitKey(name: string, subject: string): string {
  return `${name}:${createHash('sha256').update(subject).digest('hex').slice(0, 32)}`
}

type CountedRequest = { key: string; window_start: Date }

async function countRequest(database: Database, limit: RateLimit, subject: string): Promise<CountedRequest> {
  const [request] = await database.sql<CountedRequest>(
    `insert into rate_limits (key, window_start, count)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), 1)
     on conflict (key, window_start) do update set count = rate_limits.count + 1
       where rate_limits.count < $3
     returning key, window_start`,
    [rateLimitKey(limit.name, subject), limit.seconds, limit.count],
  )
  if (!request) throw new RequestProblem(429, limit.code ?? 'too_many_requests')
  return request
}
