import { Hono } from 'hono'
import { requireUser } from '../access.ts'
import { type Auth, type AuthEnvironment, clientIp } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { grantPassword } from '../grants/password.ts'
import { grantRefreshToken } from '../grants/refreshToken.ts'
import { endSessions } from '../store/sessions.ts'
import { transact } from '../transact.ts'
import { userJson } from '../userJson.ts'
import { updateOwnUser } from '../userUpdate.ts'

const grants = new Map([
  ['password', grantPassword],
  ['refresh_token', grantRefreshToken],
])

/** Routes for the session and its user: /token, /logout and /user. */
export function sessionRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()

  routes.post('/token', async (c) => {
    const grant = grants.get(c.req.query('grant_type') ?? '')
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    auth.rateLimits.countRequest('token', clientIp(c))
    return c.json(await grant(auth, c))
  })

  routes.post('/logout', async (c) => {
    const { user, session } = await requireUser(auth, c)
    const scope = c.req.query('scope') || 'global'
    if (!['global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`)
    const filter = {
      ...(scope === 'local' ? { onlyId: session.id } : {}),
      ...(scope === 'others' ? { exceptId: session.id } : {}),
    }
    await transact(auth, ({ sql }) => endSessions(sql, user.id, filter))
    return c.body(null, 204)
  })

  routes.get('/user', async (c) => c.json(userJson((await requireUser(auth, c)).user)))
  routes.put('/user', async (c) => {
    const caller = await requireUser(auth, c)
    auth.rateLimits.countRequest('otp', clientIp(c))
    return c.json(userJson(await updateOwnUser(auth, c, caller)))
  })
  return routes
}
