import Stripe from 'stripe'
import { RequestProblem } from './problem'

const headers = { 'Cache-Control': 'no-store' }

/**
 * Answers a request with what `work` resolves to, as JSON, or with `{error: {code}}`. Kept by no cache.
 *
 * @param work - throws a {@link RequestProblem} to refuse; whatever else it throws is logged, and answers 503
 *   `stripe_unavailable` when it is Stripe's, otherwise 500 `internal`
 */
export async function respond(work: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await work(), { headers })
  } catch (error) {
    const { status, code, cause } = problemIn(error)
    if (status >= 500) console.error(`[api] ${code}`, cause ?? error)
    return Response.json({ error: { code } }, { status, headers })
  }
}

function problemIn(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (error instanceof Stripe.errors.StripeError) {
    return new RequestProblem(503, 'stripe_unavailable', { cause: error })
  }
  return new RequestProblem(500, 'internal', { cause: error })
}
