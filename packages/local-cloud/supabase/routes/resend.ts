import { Hono } from 'hono'
import { countMail } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { invalid } from '../errors.ts'
import { sendCode, sendEmailChange } from '../mailCodes.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail } from '../store/users.ts'
import { transact } from '../transact.ts'

/** POST /resend: resends the email of a sign-up or of a change of email. */
export function resendRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/resend', async (c) => {
    auth.limits.take('otp', clientIp(c))
    const body = await readBody(c)
    const type = body.text('type')
    if (type !== 'signup' && type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    const email = validEmail(body.text('email'))
    const redirectTo = redirectOf(auth, c)
    await transact(auth, async (tx) => {
      await countMail(auth, tx, [type === 'signup' ? 'confirmation' : 'email_change'], email)
      const user = await findUserByEmail(tx.sql, email, true)
      if (type === 'signup' && user && !user.email_confirmed_at) {
        await sendCode(auth, tx, user, 'signup', redirectTo)
      }
      if (type === 'email_change' && user?.email_change) {
        await sendEmailChange(auth, tx, user, user.email_change, redirectTo)
      }
    })
    return c.json({})
  })
  return routes
}
