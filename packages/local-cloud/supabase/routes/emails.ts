import { Hono } from 'hono'
import { requireUser } from '../access.ts'
import { countMail, signUpEmail } from '../accounts.ts'
import { parseEmail, readBody } from '../body.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendCode, sendEmailChange, sendReauthentication } from '../mailCodes.ts'
import { selectRedirect } from '../redirects.ts'
import { findUserByEmail, lockEmail } from '../store/users.ts'
import { transact } from '../transact.ts'

/** Routes that send an email and return an empty object: /otp, /recover, /resend and /reauthenticate. */
export function emailRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()

  /** Emails a link and a code. Either signs the user in, and confirms the email of a new or unconfirmed user. */
  routes.post('/otp', async (c) => {
    auth.rateLimits.countRequest('otp', clientIp(c))
    const body = await readBody(c)
    const email = parseEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const canCreateUser = body.flag('create_user', { fallback: true })
    const redirectTo = selectRedirect(auth, c)
    await transact(auth, async (tx) => {
      await countMail(auth, tx, ['confirmation', 'recovery'], email)
      await lockEmail(tx.sql, email)
      const user = await findUserByEmail(tx.sql, email, { lock: true })
      if (!user && !canCreateUser) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
      if (user?.email_confirmed_at) await sendCode(auth, tx, user, 'magiclink', redirectTo)
      else await signUpEmail(auth, tx, user, { email, passwordHash: null, data, redirectTo })
    })
    return c.json({})
  })

  /** Emails a link and a code with which the user can choose a new password. */
  routes.post('/recover', async (c) => {
    auth.rateLimits.countRequest('otp', clientIp(c))
    const body = await readBody(c)
    if (body.text('email') === '') throw invalid('Password recovery requires an email')
    const email = parseEmail(body.text('email'))
    await transact(auth, async (tx) => {
      await countMail(auth, tx, ['recovery'], email)
      const user = await findUserByEmail(tx.sql, email, { lock: true })
      if (user) await sendCode(auth, tx, user, 'recovery', selectRedirect(auth, c))
    })
    return c.json({})
  })

  /** Resends the email for a sign-up or an email change. */
  routes.post('/resend', async (c) => {
    auth.rateLimits.countRequest('otp', clientIp(c))
    const body = await readBody(c)
    const type = body.text('type')
    if (type !== 'signup' && type !== 'email_change') {
      throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
    }
    const email = parseEmail(body.text('email'))
    const redirectTo = selectRedirect(auth, c)
    await transact(auth, async (tx) => {
      await countMail(auth, tx, [type === 'signup' ? 'confirmation' : 'email_change'], email)
      const user = await findUserByEmail(tx.sql, email, { lock: true })
      if (type === 'signup' && user && !user.email_confirmed_at) {
        await sendCode(auth, tx, user, 'signup', redirectTo)
      }
      if (type === 'email_change' && user?.email_change) {
        await sendEmailChange(auth, tx, user, user.email_change, redirectTo)
      }
    })
    return c.json({})
  })

  /** Sends a code that reauthenticates the user before a password change. */
  routes.get('/reauthenticate', async (c) => {
    const { user } = await requireUser(auth, c)
    const { email } = user
    if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number')
    if (!user.email_confirmed_at) {
      throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
    }
    await transact(auth, async (tx) => {
      await countMail(auth, tx, ['reauthentication'], email)
      await sendReauthentication(tx, user)
    })
    return c.json({})
  })
  return routes
}
