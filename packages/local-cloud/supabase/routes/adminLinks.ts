import { Hono } from 'hono'
import { countMail, createEmailTakenError, createEmailUser } from '../accounts.ts'
import { parseEmail, readBody } from '../body.ts'
import type { Auth, AuthEnvironment } from '../context.ts'
import { createCode } from '../crypto/codes.ts'
import { AuthError, invalid } from '../errors.ts'
import { buildActionLink, saveToken, sendCode } from '../mailCodes.ts'
import { isAllowedRedirect, selectRedirect } from '../redirects.ts'
import type { Metadata, User } from '../store/types.ts'
import { findUserByEmail } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'
import { userJson } from '../userJson.ts'

const types = ['invite', 'magiclink', 'recovery'] as const

/** Resolves to the existing user, or to a newly created one. Throws a 422 AuthError if the email is confirmed. */
async function ensureInvited(tx: Tx, email: string, data: Metadata, existing?: User): Promise<User> {
  if (existing?.email_confirmed_at) throw createEmailTakenError()
  return existing ?? (await createEmailUser(tx, { email, passwordHash: null, data }))
}

/** POST /invite and /admin/generate_link: invitations, and links for the application's own emails. */
export function adminLinkRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()

  routes.post('/invite', async (c) => {
    const body = await readBody(c)
    const email = parseEmail(body.text('email'))
    const data = body.object('data') ?? {}
    const redirectTo = selectRedirect(auth, c)
    const user = await transact(auth, async (tx) => {
      const existing = await findUserByEmail(tx.sql, email, { lock: true })
      const invited = await ensureInvited(tx, email, data, existing)
      await countMail(auth, tx, [], email)
      return sendCode(auth, tx, invited, 'invite', redirectTo)
    })
    return c.json(userJson(user))
  })

  routes.post('/admin/generate_link', async (c) => {
    const body = await readBody(c)
    const requested = body.text('redirect_to')
    const redirectTo = isAllowedRedirect(auth.config(), requested) ? requested : selectRedirect(auth, c)
    const email = parseEmail(body.text('email'))
    const type = types.find((name) => name === body.text('type'))
    if (!type) throw invalid(`Invalid email action link type requested: ${body.text('type')}`)
    const data = body.object('data') ?? {}
    const link = await transact(auth, async (tx) => {
      const existing = await findUserByEmail(tx.sql, email, { lock: true })
      const user = type === 'invite' ? await ensureInvited(tx, email, data, existing) : existing
      if (!user) throw new AuthError(404, 'user_not_found', 'User with this email not found')
      const { code, tokenHash } = createCode(email)
      return {
        ...userJson(await saveToken(tx, user, type, tokenHash)),
        action_link: buildActionLink(auth, tokenHash, type, redirectTo),
        email_otp: code,
        hashed_token: tokenHash,
        verification_type: type,
        redirect_to: redirectTo,
      }
    })
    return c.json(link)
  })
  return routes
}
