import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import type { z } from 'zod'
import { requireMember } from '@/lib/membership/requireMember'
import { problemResponse, RequestProblem } from '@/lib/requestProblem'
import type { Member } from './customer'

/** What a page sends is small. Characters. */
const longestBody = 4000

/**
 * Reads the JSON body of a request.
 *
 * @throws RequestProblem 415, 413 or 400 `body_invalid`
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  // Pages of other sites can send forms and plain text without being asked first, but no JSON.
  if (!request.headers.get('content-type')?.startsWith('application/json')) {
    throw new RequestProblem(415, 'body_invalid')
  }
  const text = await request.text()
  if (text.length > longestBody) throw new RequestProblem(413, 'body_invalid')
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new RequestProblem(400, 'body_invalid')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return undefined
  }
}

/**
 * The member who sent a request that concerns money: confirmed, and with the second factor where there is one.
 *
 * @throws RequestProblem as requireMember does, and 403 `email_not_confirmed`
 */
export async function requireBuyer(request: Request): Promise<Member> {
  const { user } = await requireMember(request, { secondFactor: true })
  if (!user.email || !user.emailConfirmed) throw new RequestProblem(403, 'email_not_confirmed')
  return { id: user.id, email: user.email }
}

/**
 * A fingerprint of the network address that a request came from. The nearest proxy has written the last entry;
 * everything before it, and `x-real-ip` beside it, may be what the sender wrote.
 */
export function senderOf(request: Request): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const address = forwarded || request.headers.get('x-real-ip') || 'unknown'
  return createHash('sha256').update(address).digest('hex').slice(0, 32)
}

/** Answers a request with what `work` makes, or with the reason why it could not. Kept by no cache. */
export async function answer(work: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await work(), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return problemResponse(named(error))
  }
}

/** Names the vendor that failed. */
function named(cause: unknown): unknown {
  if (cause instanceof RequestProblem) return cause
  if (cause instanceof Stripe.errors.StripeError)
    return new RequestProblem(503, 'stripe_unavailable', { cause })
  return new RequestProblem(500, 'internal', { cause })
}
