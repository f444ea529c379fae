import { Hono } from 'hono'
import { requireUser } from '../access.ts'
import { countMail } from '../accounts.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { sendReauthentication } from '../mailCodes.ts'
import { transact } from '../transact.ts'

/** GET /reauthenticate: sends a code that a new password requires. */
export function reauthenticateRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
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
