import { Hono } from 'hono'
import { type Body, readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, type AuthRequest, callerAddress } from '../context.ts'
import { codeHash } from '../crypto/codes.ts'
import { AuthError, invalid } from '../errors.ts'
import { errorRedirect, messageRedirect, sessionRedirect, withCode } from '../redirectResults.ts'
import { redirectOf } from '../redirects.ts'
import { clientOf, startSession } from '../sessions.ts'
import { type FlowMethod, issueAuthCode } from '../store/flowStates.ts'
import { PKCE_PREFIX } from '../store/oneTimeTokens.ts'
import type { User } from '../store/types.ts'
import { transact } from '../transact.ts'
import { type Proof, redeem, redeemCode, redeemHash } from '../verification.ts'

const HALF_DONE = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const FLOWS: Record<Proof['type'], FlowMethod> = {
  signup: 'email/signup',
  invite: 'invite',
  recovery: 'recovery',
  magiclink: 'magiclink',
  email_change: 'email_change',
}

/** The address a browser goes to after it opened a link. Never throws for a link that is wrong: the address says so. */
async function openLink(auth: Auth, c: AuthRequest, token: string, type: string): Promise<string> {
  const target = redirectOf(auth, c)
  const exchange = token.startsWith(PKCE_PREFIX)
  try {
    return await transact(auth, async (tx) => {
      const proof = await redeemHash(auth, tx, token, type)
      const user = await redeem(auth, tx, proof)
      if (!user) return messageRedirect(target, HALF_DONE, exchange)
      if (!exchange) {
        return sessionRedirect(target, proof.type, await startSession(auth, tx, user, 'otp', clientOf(c)))
      }
      const code = await issueAuthCode(tx.sql, user.id, FLOWS[proof.type], tx.now)
      if (code) return withCode(target, code)
      const message = 'No associated flow state found. No valid flow state found for user.'
      throw new AuthError(400, 'flow_state_not_found', message)
    })
  } catch (error) {
    if (error instanceof AuthError) return errorRedirect(target, error, exchange)
    throw error
  }
}

/** The address that a code went to. Throws a 422 when it is none, unlike everywhere else. */
function givenEmail(body: Body): string {
  try {
    return validEmail(body.text('email'))
  } catch (error) {
    if (error instanceof AuthError) throw new AuthError(422, 'validation_failed', 'Invalid email format')
    throw error
  }
}

function readProof(
  body: Body,
): { type: string; hash: string } | { type: string; email: string; hash: string } {
  const type = body.text('type')
  const token = body.text('token')
  const hash = body.text('token_hash')
  if (type === '') throw invalid('Verify requires a verification type')
  if ((token === '') === (hash === '')) throw invalid('Verify requires either a token or a token hash')
  if (hash !== '') {
    if (body.text('email') !== '' || body.text('phone') !== '' || body.text('redirect_to') !== '') {
      throw invalid('Only the token_hash and type should be provided')
    }
    return { type, hash }
  }
  if (body.text('phone') !== '' || body.text('email') === '') {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  const email = givenEmail(body)
  return { type, email, hash: codeHash(email, token) }
}

/** GET and POST /verify: what a link or a code from an e-mail is worth. */
export function verifyRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.use('/verify', async (c, next) => {
    auth.limits.take('verify', callerAddress(c))
    await next()
  })
  routes.get('/verify', async (c) => {
    const token = c.req.query('token') ?? ''
    const type = c.req.query('type') ?? ''
    if (type === '') throw invalid('Verify requires a verification type')
    if (token === '') throw invalid('Verify requires a token or a token hash')
    return c.redirect(await openLink(auth, c, token, type), 303)
  })
  routes.post('/verify', async (c) => {
    const given = readProof(await readBody(c))
    const answer = await transact(auth, async (tx) => {
      const proof =
        'email' in given
          ? await redeemCode(auth, tx, given.email, given.hash, given.type)
          : await redeemHash(auth, tx, given.hash, given.type)
      const user: User | undefined = await redeem(auth, tx, proof)
      if (!user) return { msg: HALF_DONE, code: '200' }
      return startSession(auth, tx, user, 'otp', clientOf(c))
    })
    return c.json(answer)
  })
  return routes
}
