import { after } from 'next/server'
import Stripe from 'stripe'
import { runAfterResponse, withDeadline } from '@/lib/deadline'
import { log, withRequestId } from '@/lib/log'
import { hasUnreadLargeBody } from './body'
import { RequestProblem } from './problem'

/** The time limit of a request that a user waits for, from its arrival. */
const interactiveMs = 7000

/** Additional time for the response, which may have to report a timeout. */
const graceMs = 2000

/**
 * Responds with the result of `work` as JSON, or with `{error: {code}}` and the details of a problem. Never cached;
 * `X-Request-Id` carries the id of the log lines. Where more of the body may arrive than was read, the response
 * closes the connection, so that the rest costs neither memory nor traffic.
 *
 * @param work - throws a {@link RequestProblem} to refuse; other errors are logged, and become 503
 * `stripe_unavailable` for Stripe's and 500 `internal` otherwise
 * @param withinMs - the time for everything that `work` awaits. Shortly after it, the response is 503 `timed_out`,
 * and `work` may still finish
 */
export async function respond(
  request: Request,
  work: () => Promise<unknown>,
  withinMs: number = interactiveMs,
): Promise<Response> {
  return withRequestId(request.headers.get('x-request-id'), async (id) => {
    const { status, body, leftOpen } = await withDeadline(
      withinMs,
      () => runWithTimeout(work, withinMs),
      after,
    )
    const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Request-Id': id })
    if (leftOpen || hasUnreadLargeBody(request)) headers.set('Connection', 'close')
    return Response.json(body, { status, headers })
  })
}

type Result = {
  status: number
  body: unknown
  /** The body of the request may be unread or partly read. */
  leftOpen: boolean
}

async function runWithTimeout(work: () => Promise<unknown>, withinMs: number): Promise<Result> {
  const running = work()
  const late = Promise.withResolvers<never>()
  const timedOut = new RequestProblem(503, 'timed_out')
  const timer = setTimeout(() => late.reject(timedOut), withinMs + graceMs)
  try {
    return { status: 200, body: await Promise.race([running, late.promise]), leftOpen: false }
  } catch (error) {
    if (error === timedOut) runAfterResponse(running)
    return createRefusal(toRequestProblem(error))
  } finally {
    clearTimeout(timer)
  }
}

function createRefusal(problem: RequestProblem): Result {
  const { status, code, details, cause } = problem
  if (status >= 500) log.error('api', code, cause ?? problem)
  const leftOpen = code === 'body_too_large' || code === 'timed_out'
  return { status, body: { error: { code, ...details } }, leftOpen }
}

function toRequestProblem(error: unknown): RequestProblem {
  if (error instanceof RequestProblem) return error
  if (error instanceof Stripe.errors.StripeError) {
    return new RequestProblem(503, 'stripe_unavailable', { cause: error })
  }
  return new RequestProblem(500, 'internal', { cause: error })
}
