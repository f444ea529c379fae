import Stripe from 'stripe'
import { leavesLargeBody } from './body'
import { RequestProblem } from './problem'

/**
 * Answers a request with what `work` resolves to, as JSON, or with `{error: {code}}`. Kept by no cache. Where more of the
 * body may come than was read, the answer closes the connection, so that the rest costs neither memory nor traffic.
 *
 * @param work - throws a {@link RequestProblem} to refuse; whatever else it throws is logged, and answers 503
 *   `stripe_unavailable` when it is Stripe's, otherwise 500 `internal`
 */
export async function respond(request: Request, work: () => Promise<unknown>): Promise<Response> {
  const answer = await work().then(
    (body) => ({ status: 200, body }),
    (error: unknown) => refusal(problemIn(error)),
  )
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (answer.status === 413 || leavesLargeBody(request)) headers.set('Connection', 'close')
  return Response.json(answer.body, { status: answer.status, headers })
}

function refusal(problem: RequestProblem) {
  const { status, code, cause } = problem
  if (status >= 500) console.error(`[api] ${code}`, cause ?? problem)
  return { status, body: { error: { code } } }
}

function problemIn(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (error instanceof Stripe.errors.StripeError) {
    return new RequestProblem(503, 'stripe_unavailable', { cause: error })
  }
  return new RequestProblem(500, 'internal', { cause: error })
}
