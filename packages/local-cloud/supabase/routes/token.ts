import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import { type Auth, type AuthEnvironment, type AuthRequest, callerAddress } from '../context.ts'
import { AuthError } from '../errors.ts'
import { grantPassword } from '../grants/password.ts'
import { grantPkce } from '../grants/pkce.ts'
import { grantRefreshToken } from '../grants/refreshToken.ts'
import { pace } from '../pace.ts'
import type { SessionResponse } from '../sessions.ts'

type Grant = (auth: Auth, c: AuthRequest) => Promise<SessionResponse>

const GRANTS: Record<string, Grant> = {
  password: grantPassword,
  refresh_token: grantRefreshToken,
  pkce: grantPkce,
  id_token: async () => {
    throw new AuthError(
      400,
      'provider_disabled',
      'Provider is not enabled: the local cloud has no OAuth providers',
    )
  },
  web3: async () => {
    throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled')
  },
}

/** POST /token?grant_type=…: a session for a password, a refresh token or a code. */
export function tokenRoutes(auth: Auth): Hono<AuthEnvironment> {
  const routes = new Hono<AuthEnvironment>()
  const paced = pace(auth.answerGrid)
  const pacePasswords: MiddlewareHandler<AuthEnvironment> = (c, next) =>
    c.req.query('grant_type') === 'password' ? paced(c, next) : next()
  routes.post('/token', pacePasswords, async (c) => {
    const name = c.req.query('grant_type') ?? ''
    const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
    auth.limits.take('token', callerAddress(c))
    return c.json(await grant(auth, c))
  })
  return routes
}
