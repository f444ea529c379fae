import { Hono } from 'hono'
import { countMail, signUpEmail } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, callerAddress } from '../context.ts'
import { invalid } from '../errors.ts'
import { lookAlikeUser } from '../lookAlike.ts'
import { requireStrongPassword } from '../passwordStrength.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail, lockAddress } from '../store/users.ts'
import { transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

/** POST /signup: an account for an email and a password. */
export function signupRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/signup', async (c) => {
    const body = await readBody(c)
    auth.limits.take('otp', callerAddress(c))
    const password = body.text('password')
    if (password === '') throw invalid('Signup requires a valid password')
    requireStrongPassword(password, auth.config())
    const email = validEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const passwordHash = await auth.passwords.hash(password)
    const request = { email, passwordHash, data, redirectTo: redirectOf(auth, c) }
    const user = await transact(auth, async (tx) => {
      await countMail(auth, tx, ['confirmation'], email)
      await lockAddress(tx.sql, email)
      const existing = await findUserByEmail(tx.sql, email, true)
      if (existing?.email_confirmed_at) return lookAlikeUser(email, data, tx.now)
      const signedUp = await signUpEmail(auth, tx, existing, request)
      // The email was invited: the response omits the metadata that the inviter stored.
      if (!signedUp.invited_at) return userJson(signedUp)
      return userJson({ ...signedUp, raw_user_meta_data: {}, identities: [] })
    })
    return c.json(user)
  })
  return routes
}
