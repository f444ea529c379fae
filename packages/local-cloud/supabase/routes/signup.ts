import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { countMail, signUpEmail } from '../accounts.ts'
import { parseEmail, readBody } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { invalid } from '../errors.ts'
import { requireStrongPassword } from '../passwordStrength.ts'
import { selectRedirect } from '../redirects.ts'
import type { Metadata } from '../store/types.ts'
import { AUDIENCE, findUserByEmail, lockEmail } from '../store/users.ts'
import { transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

/**
 * The response for an email with a confirmed account: a made-up user with empty `identities`
 * (https://supabase.com/docs/reference/javascript/auth-signup). The account's owner receives no email.
 */
function obfuscatedUser(email: string, data: Metadata, now: Date): Record<string, unknown> {
  return {
    id: randomUUID(),
    aud: AUDIENCE,
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** POST /signup: creates an account for an email and a password. */
export function signupRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/signup', async (c) => {
    const body = await readBody(c)
    auth.rateLimits.countRequest('otp', clientIp(c))
    const password = body.text('password')
    if (password === '') throw invalid('Signup requires a valid password')
    requireStrongPassword(password, auth.config())
    const email = parseEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const passwordHash = await auth.passwords.hash(password)
    const request = { email, passwordHash, data, redirectTo: selectRedirect(auth, c) }
    const user = await transact(auth, async (tx) => {
      await countMail(auth, tx, ['confirmation'], email)
      await lockEmail(tx.sql, email)
      const existing = await findUserByEmail(tx.sql, email, { lock: true })
      if (existing?.email_confirmed_at) return obfuscatedUser(email, data, tx.now)
      const signedUp = await signUpEmail(auth, tx, existing, request)
      // The response for an invited user omits the identities and the metadata that the inviter stored.
      if (!signedUp.invited_at) return userJson(signedUp)
      return userJson({ ...signedUp, raw_user_meta_data: {}, identities: [] })
    })
    return c.json(user)
  })
  return routes
}
