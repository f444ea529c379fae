import { Hono } from 'hono'
import { countMail, signUpEmail } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { AuthError } from '../errors.ts'
import { sendCode } from '../mailCodes.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail, lockEmail } from '../store/users.ts'
import { transact } from '../transact.ts'

/** POST /otp: sends a link and a code that sign in, or confirm an unconfirmed email. */
export function otpRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/otp', async (c) => {
    auth.limits.take('otp', clientIp(c))
    const body = await readBody(c)
    const email = validEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const mayCreate = body.flag('create_user', true)
    const redirectTo = redirectOf(auth, c)
    await transact(auth, async (tx) => {
      await countMail(auth, tx, ['confirmation', 'recovery'], email)
      await lockEmail(tx.sql, email)
      const user = await findUserByEmail(tx.sql, email, true)
      if (!user && !mayCreate) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
      if (user?.email_confirmed_at) await sendCode(auth, tx, user, 'magiclink', redirectTo)
      else await signUpEmail(auth, tx, user, { email, passwordHash: null, data, redirectTo })
    })
    return c.json({})
  })
  return routes
}
