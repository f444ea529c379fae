import type { JWTPayload } from 'jose'
import type { Auth, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { roleOfApiKey } from './keys/apiKeys.ts'
import { findSession, whyOver } from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { findUser, isBanned } from './store/users.ts'
import { transact } from './transact.ts'

/** Who calls, with the session of the access token. */
export type Caller = { user: User; session: SessionRow; claims: JWTPayload }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADMIN_ROLES = ['service_role', 'supabase_admin']

/** Whether a text is a UUID. */
export function isUuid(text: unknown): text is string {
  return typeof text === 'string' && UUID.test(text)
}

function bearerOf(c: AuthRequest): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token) return token
  throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

async function claimsOf(auth: Auth, token: string): Promise<JWTPayload> {
  const role = await roleOfApiKey(token, auth.apiKeys, auth.keys)
  if (role) return { role }
  try {
    return await auth.keys.verify(token)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'malformed'
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
  }
}

async function load(
  auth: Auth,
  claims: JWTPayload,
): Promise<{ user: User; session: SessionRow | undefined }> {
  const { sub, session_id: sessionId } = claims
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const { user, session } = await transact(auth, async ({ sql }) => ({
    user: await findUser(sql, sub),
    session: sessionId ? await findSession(sql, sessionId) : undefined,
  }))
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (sessionId && session?.user_id !== user.id) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session }
}

/**
 * The user of a request's access token, which need not be of a session: administrators may sign such tokens. Throws
 * AuthErrors: 401 no_authorization, 400 for a token made for others, 403 bad_jwt, user_not_found, session_not_found or
 * user_banned.
 */
export async function requireTokenOfUser(auth: Auth, c: AuthRequest): Promise<User> {
  const claims = await claimsOf(auth, bearerOf(c))
  const { user } = await load(auth, claims)
  const [audience] = typeof claims.aud === 'string' ? [claims.aud] : (claims.aud ?? [])
  if (audience === undefined || audience !== (c.req.header('x-jwt-aud') ?? audience)) {
    throw new AuthError(400, 'validation_failed', "Token audience doesn't match request audience")
  }
  if (isBanned(user, auth.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  return user
}

/**
 * The signed-in user of a request's access token, whose session still exists. Throws AuthErrors: 401
 * no_authorization, 403 bad_jwt, user_not_found, session_not_found or user_banned.
 */
export async function requireUser(auth: Auth, c: AuthRequest): Promise<Caller> {
  const claims = await claimsOf(auth, bearerOf(c))
  const { user, session } = await load(auth, claims)
  if (!session) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing session_id claim')
  if (isBanned(user, auth.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, session, claims }
}

/** Lets holders of the secret or the service_role key pass. Throws AuthErrors: 401 no_authorization, 403 not_admin. */
export async function requireAdmin(auth: Auth, c: AuthRequest): Promise<void> {
  const claims = await claimsOf(auth, bearerOf(c))
  if (typeof claims.role !== 'string' || !ADMIN_ROLES.includes(claims.role)) {
    throw new AuthError(403, 'not_admin', 'User not allowed')
  }
  if (claims.session_id === undefined) return
  const { session } = await load(auth, claims)
  if (session && whyOver(session, auth.config(), auth.clock())) {
    throw new AuthError(403, 'session_expired', 'Session is no longer valid')
  }
}
