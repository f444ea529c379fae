import Stripe from 'stripe'
import { runAfterResponse } from '@/lib/afterResponse'
import { log, withRequestId } from '@/lib/log'
import { hasUnreadLargeBody } from './body'
import { RequestProblem } from './problem'

/** The default time limit of a response. A Stripe request without a retry fails earlier, with `stripe_unavailable`. */
const defaultTimeoutMs = 9500

/**
 * Creates the handler of a route. It responds with the result of `work` as JSON, or with `{error: {code, …}}`,
 * including a problem's details. Responses are never cached; their `X-Request-Id` is the id in the log lines. The
 * response closes the connection if a large part of the request body may be unread, so that the rest is not received.
 *
 * @param work - returns the result, or a `Response`; throws a {@link RequestProblem} to reject the request. Errors
 * from Stripe become 503 `stripe_unavailable`, other errors 500 `internal`. Statuses of 500 and above are logged
 * @param timeoutMs - the time after which the response is 503 `timed_out`, while `work` continues
 */
export function createRoute(work: (request: Request) => Promise<unknown>, timeoutMs = defaultTimeoutMs) {
  return async (request: Request): Promise<Response> =>
    withRequestId(request.headers.get('x-request-id'), async (id) => {
      const { status, body } = await runWithTimeout(work(request), timeoutMs)
      const response = body instanceof Response ? body : Response.json(body, { status })
      response.headers.set('Cache-Control', 'no-store')
      response.headers.set('X-Request-Id', id)
      // With these statuses, the body may be only partly read.
      const isBodyUnfinished = status === 413 || status === 503
      if (isBodyUnfinished || hasUnreadLargeBody(request)) response.headers.set('Connection', 'close')
      return response
    })
}

async function runWithTimeout(result: Promise<unknown>, timeoutMs: number) {
  const timeout = Promise.withResolvers<never>()
  const timedOut = new RequestProblem(503, 'timed_out')
  const timer = setTimeout(() => timeout.reject(timedOut), timeoutMs)
  try {
    return { status: 200, body: await Promise.race([result, timeout.promise]) }
  } catch (error) {
    if (error === timedOut) runAfterResponse(result)
    return createErrorResult(error)
  } finally {
    clearTimeout(timer)
  }
}

function createErrorResult(error: unknown) {
  const { status, code, details, cause } = toRequestProblem(error)
  if (status >= 500) log.error('api', code, cause ?? error)
  return { status, body: { error: { code, ...details } } }
}

function toRequestProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (error instanceof Stripe.errors.StripeError) {
    return new RequestProblem(503, 'stripe_unavailable', { cause: error })
  }
  return new RequestProblem(500, 'internal', { cause: error })
}
