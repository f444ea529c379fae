import Stripe from 'stripe'
import type { Database } from '@/lib/database/database'

/**
 * Makes a request to Stripe that must not be carried out twice, even when its response is lost: Stripe returns the
 * same response to the same key for a day. This includes most errors, so the call after such an error uses another key.
 * https://docs.stripe.com/api/idempotent_requests
 *
 * @param name - names the object and its owner; the key is this name and a number, incremented after each such error
 * @throws errors of the request and of Postgres
 */
export async function withIdempotencyKey<Result>(
  database: Database,
  name: string,
  request: (options: { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const [row] = await database.sql<{ attempt: number }>(
    'select attempt from stripe_attempts where name = $1',
    [name],
  )
  const attempt = row?.attempt ?? 1
  try {
    return await request({ idempotencyKey: `${name}-${attempt}` })
  } catch (error) {
    if (isSavedByStripe(error)) {
      await database.sql(
        `insert into stripe_attempts (name, attempt) values ($1, $2)
         on conflict (name) do update set attempt = greatest(stripe_attempts.attempt, excluded.attempt)`,
        [name, attempt + 1],
      )
    }
    throw error
  }
}

/**
 * Whether Stripe may have saved the error for its key. Without a response, the key has to be reused. Stripe also does
 * not save refusals before the request is carried out: 409 for a concurrent request with the same key, 429 for too
 * many requests.
 */
function isSavedByStripe(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) return false
  return error.statusCode !== 409 && error.statusCode !== 429
}
