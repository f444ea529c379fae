import { Hono } from 'hono'
import { countMail, signUpEmail } from '../accounts.ts'
import { type Body, readBody, validEmail } from '../body.ts'
import { type Auth, type AuthEnvironment, type AuthRequest, callerAddress } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendCode } from '../mailCodes.ts'
import { pace } from '../pace.ts'
import { readChallenge } from '../pkce.ts'
import { redirectOf } from '../redirects.ts'
import { findUserByEmail, lockAddress } from '../store/users.ts'
import { transact } from '../transact.ts'

/** Sends a link and a code to sign in with; to an address that nobody confirmed yet, those that confirm it. */
async function sendSignInLink(auth: Auth, c: AuthRequest, body: Body, mayCreate: boolean): Promise<void> {
  if (!auth.config().emailEnabled) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
  }
  const email = validEmail(body.text('email'))
  const challenge = readChallenge(body)
  const redirectTo = redirectOf(auth, c)
  const data = body.object('data') ?? {}
  await transact(auth, async (tx) => {
    await countMail(auth, tx, ['confirmation', 'recovery'], email)
    await lockAddress(tx.sql, email)
    let user = await findUserByEmail(tx.sql, email, true)
    if (!user && !mayCreate) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
    if (!user?.email_confirmed_at) {
      if (auth.config().disableSignup) {
        throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
      }
      // No password: one that nobody knows would only look like one.
      user = await signUpEmail(auth, tx, user, { email, passwordHash: null, data, redirectTo, challenge })
      if (!user.email_confirmed_at) return
    }
    await sendCode(auth, tx, user, 'magiclink', { redirectTo, challenge })
  })
}

/** POST /otp and /magiclink: a link and a code to sign in with. */
export function otpRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.use('/otp', pace(auth.answerGrid))
  routes.use('/magiclink', pace(auth.answerGrid))
  routes.post('/otp', async (c) => {
    auth.limits.take('otp', callerAddress(c))
    const body = await readBody(c)
    const phone = body.text('phone')
    if (body.text('email') !== '' && phone !== '') {
      throw invalid('Only an email address or phone number should be provided')
    }
    if (phone !== '') throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (body.text('email') === '') throw invalid('One of email or phone must be set')
    if (body.text('channel') !== '') throw invalid('Channel should only be specified with Phone OTP')
    await sendSignInLink(auth, c, body, body.flag('create_user', true))
    return c.json({})
  })
  routes.post('/magiclink', async (c) => {
    auth.limits.take('otp', callerAddress(c))
    await sendSignInLink(auth, c, await readBody(c), true)
    return c.json({})
  })
  return routes
}
