import { Hono } from 'hono'
import { type Body, parseEmail, readBody } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { hashCode } from '../crypto/codes.ts'
import { AuthError, invalid } from '../errors.ts'
import { readClient, startSession } from '../sessions.ts'
import { transact } from '../transact.ts'
import { redeemToken, verifyCode, verifyLinkHash } from '../verification.ts'

const firstConfirmationMessage =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Reads a request's email. Throws a 422 AuthError if it is invalid, where other routes throw a 400. */
function readEmail(body: Body): string {
  try {
    return parseEmail(body.text('email'))
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, 'validation_failed', 'Invalid email format')
    throw error
  }
}

function readTokenHash(body: Body): { type: string; email?: string; hash: string } {
  const type = body.text('type')
  const token = body.text('token')
  const hash = body.text('token_hash')
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (token === '') {
    if (body.text('email') !== '') throw invalid('Only the token_hash and type should be provided')
    return { type, hash }
  }
  const email = readEmail(body)
  return { type, email, hash: hashCode(email, token) }
}

/** POST /verify: grants a session for a link's hash or a code, except for the first confirmation of an email change. */
export function verifyRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/verify', async (c) => {
    auth.rateLimits.countRequest('verify', clientIp(c))
    const { type, email, hash } = readTokenHash(await readBody(c))
    const response = await transact(auth, async (tx) => {
      const verified =
        email === undefined
          ? await verifyLinkHash(auth, tx, hash, type)
          : await verifyCode(auth, tx, email, hash, type)
      const user = await redeemToken(auth, tx, verified)
      return user
        ? startSession(auth, tx, user, 'otp', readClient(c))
        : { msg: firstConfirmationMessage, code: '200' }
    })
    return c.json(response)
  })
  return routes
}
