import { Hono } from 'hono'
import { countMail } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, callerAddress } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendCode, sendEmailChange } from '../mailCodes.ts'
import { pace } from '../pace.ts'
import { readChallenge } from '../pkce.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail } from '../store/users.ts'
import { transact } from '../transact.ts'

/** POST /resend: the e-mail of a sign-up or of a change of address once more. */
export function resendRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/resend', pace(auth.answerGrid), async (c) => {
    auth.limits.take('otp', callerAddress(c))
    const body = await readBody(c)
    const type = body.text('type')
    if (!['signup', 'email_change', 'sms', 'phone_change'].includes(type)) {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    if (body.text('phone') !== '' || type === 'sms' || type === 'phone_change') {
      throw new AuthError(400, 'phone_provider_disabled', 'Phone logins are disabled')
    }
    if (body.text('email') === '') {
      throw invalid(
        type === 'signup'
          ? 'Type provided requires an email address'
          : 'Missing email address or phone number',
      )
    }
    if (!auth.config().emailEnabled) {
      throw new AuthError(400, 'email_provider_disabled', 'Email logins are disabled')
    }
    const email = validEmail(body.text('email'))
    const options = { redirectTo: redirectOf(auth, c), challenge: readChallenge(body) }
    await transact(auth, async (tx) => {
      await countMail(auth, tx, [type === 'signup' ? 'confirmation' : 'email_change'], email)
      const user = await findUserByEmail(tx.sql, email, true)
      if (type === 'signup' && user && !user.email_confirmed_at)
        await sendCode(auth, tx, user, 'signup', options)
      if (type === 'email_change' && user?.email_change) {
        await sendEmailChange(auth, tx, user, user.email_change, options)
      }
    })
    return c.json({})
  })
  return routes
}
