import Stripe from 'stripe'
import { problemResponse, RequestProblem } from './problem'

/**
 * Answers a request with what `work` resolves to, as JSON, or with the reason why it was refused. Kept by no cache.
 *
 * @param work - throws a {@link RequestProblem} to refuse; whatever else it throws is logged
 */
export async function respond(work: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const isStripe = error instanceof Stripe.errors.StripeError
    return problemResponse(isStripe ? new RequestProblem(503, 'stripe_unavailable', { cause: error }) : error)
  }
}
