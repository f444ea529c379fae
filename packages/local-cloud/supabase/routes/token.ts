import { Hono } from 'hono'
import { type Auth, type AuthEnvironment, type AuthRequest, clientIp } from '../context.ts'
import { AuthError } from '../errors.ts'
import { grantPassword } from '../grants/password.ts'
import { grantRefreshToken } from '../grants/refreshToken.ts'
import type { SessionResponse } from '../sessions.ts'

type Grant = (auth: Auth, c: AuthRequest) => Promise<SessionResponse>

const grants = new Map<string, Grant>([
  ['password', grantPassword],
  ['refresh_token', grantRefreshToken],
])

/** POST /token?grant_type=…: grants a session for a password or a refresh token. */
export function tokenRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  routes.post('/token', async (c) => {
    const grant = grants.get(c.req.query('grant_type') ?? '')
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    auth.limits.take('token', clientIp(c))
    return c.json(await grant(auth, c))
  })
  return routes
}
