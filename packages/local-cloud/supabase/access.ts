import type { MiddlewareHandler } from 'hono'
import type { JWTPayload } from 'jose'
import type { Auth, AuthEnvironment, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { findApiKeyRole } from './keys/apiKeys.ts'
import { findSession } from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { findUser, isBanned } from './store/users.ts'
import { transact } from './transact.ts'

/** The user and session of a request's access token. */
export type Caller = { user: User; session: SessionRow }

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && uuidPattern.test(text)
}

function readBearer(c: AuthRequest): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token) return token
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

async function verifyAccessToken(auth: Auth, token: string): Promise<JWTPayload> {
  try {
    return await auth.keys.verify(token)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'malformed'
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
  }
}

/**
 * Returns the user and session of a request's access token. Throws AuthErrors: 401 no_authorization, 403 bad_jwt,
 * user_not_found, session_not_found or user_banned.
 */
export async function requireUser(auth: Auth, c: AuthRequest): Promise<Caller> {
  const { sub, session_id } = await verifyAccessToken(auth, readBearer(c))
  if (!isUuid(sub) || !isUuid(session_id)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub or session_id claim')
  }
  const { user, session } = await transact(auth, async ({ sql }) => ({
    user: await findUser(sql, sub),
    session: await findSession(sql, session_id),
  }))
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (session?.user_id !== user.id) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (isBanned(user, auth.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, session }
}

/** Requires the secret key. Throws AuthErrors: 401 no_authorization, 403 bad_jwt or not_admin. */
export function requireAdmin(auth: Auth): MiddlewareHandler<AuthEnvironment> {
  return async (c, next) => {
    const token = readBearer(c)
    const role = findApiKeyRole(token, auth.apiKeys)
    if (role === 'service_role') return next()
    if (!role) await verifyAccessToken(auth, token)
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
}
