import { Hono } from 'hono'
import { countMail, signUpEmail } from '../accounts.ts'
import { type Body, readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, type AuthRequest, callerAddress } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { lookAlikeUser } from '../lookAlike.ts'
import { pace } from '../pace.ts'
import { requireStrongPassword } from '../passwordStrength.ts'
import { readChallenge } from '../pkce.ts'
import { redirectOf } from '../redirects.ts'
import { clientOf, type SessionResponse, startSession } from '../sessions.ts'
import { createUser, findUserByEmail, lockAddress } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

function requireSignUps(auth: Auth): void {
  if (!auth.config().disableSignup) return
  throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

async function signUpAnonymously(auth: Auth, c: AuthRequest, body: Body): Promise<SessionResponse> {
  if (!auth.config().anonymousUsers) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  auth.limits.take('anonymous', callerAddress(c))
  requireSignUps(auth)
  const userMetadata = body.object('data') ?? {}
  return transact(auth, async (tx) => {
    const user = await createUser(tx.sql, { userMetadata, isAnonymous: true }, tx.now)
    return startSession(auth, tx, user, 'anonymous', clientOf(c))
  })
}

async function signUp(auth: Auth, c: AuthRequest, tx: Tx, request: Parameters<typeof signUpEmail>[3]) {
  const { autoconfirm } = auth.config()
  if (!autoconfirm) await countMail(auth, tx, ['confirmation'], request.email)
  await lockAddress(tx.sql, request.email)
  const existing = await findUserByEmail(tx.sql, request.email, true)
  if (existing?.email_confirmed_at) {
    if (autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered')
    return lookAlikeUser(request.email, request.data, tx.now)
  }
  const user = await signUpEmail(auth, tx, existing, request)
  if (user.email_confirmed_at) return startSession(auth, tx, user, 'password', clientOf(c))
  return userJson(user.invited_at ? { ...user, raw_user_meta_data: {}, identities: [] } : user)
}

/** POST /signup: an account for an address and a password, or an anonymous one. */
export function signupRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/signup', pace(auth.answerGrid), async (c) => {
    const body = await readBody(c)
    const phone = body.text('phone')
    if (body.text('email') === '' && phone === '') return c.json(await signUpAnonymously(auth, c, body))
    auth.limits.take('otp', callerAddress(c))
    requireSignUps(auth)
    const password = body.text('password')
    if (password === '') throw invalid('Signup requires a valid password')
    requireStrongPassword(password, auth.config())
    if (phone !== '' && body.text('email') !== '') {
      throw invalid('Only an email address or phone number should be provided on signup.')
    }
    const challenge = readChallenge(body)
    if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (!auth.config().emailEnabled) {
      throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
    }
    const email = validEmail(body.text('email'))
    const data = body.object('data') ?? {}
    // Hashed whether the address is free or not: it takes the same time.
    const passwordHash = await auth.passwords.hash(password)
    const request = { email, passwordHash, data, redirectTo: redirectOf(auth, c), challenge }
    return c.json(await transact(auth, (tx) => signUp(auth, c, tx, request)))
  })
  return routes
}
