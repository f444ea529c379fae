import { Hono } from 'hono'
import { countMail } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { invalid } from '../errors.ts'
import { sendCode } from '../mailCodes.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail } from '../store/users.ts'
import { transact } from '../transact.ts'

/** POST /recover: sends an email with which a user chooses a new password. */
export function recoverRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/recover', async (c) => {
    auth.limits.take('otp', clientIp(c))
    const body = await readBody(c)
    if (body.text('email') === '') throw invalid('Password recovery requires an email')
    const email = validEmail(body.text('email'))
    await transact(auth, async (tx) => {
      await countMail(auth, tx, ['recovery'], email)
      const user = await findUserByEmail(tx.sql, email, true)
      if (user) await sendCode(auth, tx, user, 'recovery', redirectOf(auth, c))
    })
    return c.json({})
  })
  return routes
}
