import { Hono } from 'hono'
import { countMail, createEmailUser, EMAIL_TAKEN } from '../accounts.ts'
import { readBody, validEmail } from '../body.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { AuthError } from '../errors.ts'
import { generateLink } from '../generateLink.ts'
import { sendCode } from '../mailCodes.ts'
import { isAllowedRedirect, redirectOf } from '../redirects.ts'
import { findUserByEmail } from '../store/users.ts'
import { transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

/** POST /invite and /admin/generate_link: invitations, and links for the application's own emails. */
export function adminLinkRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/invite', async (c) => {
    const body = await readBody(c)
    const email = validEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const redirectTo = redirectOf(auth, c)
    const user = await transact(auth, async (tx) => {
      const existing = await findUserByEmail(tx.sql, email, true)
      if (existing?.email_confirmed_at) throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
      await countMail(auth, tx, [], email)
      const invited = existing ?? (await createEmailUser(tx, { email, passwordHash: null, data }))
      return sendCode(auth, tx, invited, 'invite', redirectTo)
    })
    return c.json(userJson(user))
  })
  routes.post('/admin/generate_link', async (c) => {
    const body = await readBody(c)
    const wanted = body.text('redirect_to')
    const redirectTo = isAllowedRedirect(auth.config(), wanted) ? wanted : redirectOf(auth, c)
    return c.json(await generateLink(auth, body, redirectTo))
  })
  return routes
}
