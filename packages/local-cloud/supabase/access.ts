import type { JWTPayload } from 'jose'
import type { Auth, AuthRequest } from './context.ts'
import { AuthError } from './errors.ts'
import { roleOfApiKey } from './keys/apiKeys.ts'
import { findSession, whyOver } from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { AUDIENCE, findUser, isBanned } from './store/users.ts'
import { transact } from './transact.ts'

/** Whose access token it is. Its session is missing where somebody with the signing key made a token without one. */
export type Holder = { user: User; session: SessionRow | undefined }

/** Who calls, with the session of the access token. */
export type Caller = { user: User; session: SessionRow; claims: JWTPayload }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NIL_UUID = /^[0-]+$/
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

async function load(auth: Auth, claims: JWTPayload): Promise<Holder> {
  const { sub } = claims
  if (!sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(sub)) throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
  const sessionId = claims.session_id || undefined
  if (sessionId !== undefined && !isUuid(sessionId)) {
    throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
  }
  const hasSession = sessionId !== undefined && !NIL_UUID.test(sessionId)
  const { user, session } = await transact(auth, async ({ sql }) => ({
    user: await findUser(sql, sub),
    session: hasSession ? await findSession(sql, sessionId) : undefined,
  }))
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (hasSession && session?.user_id !== user.id) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  return { user, session }
}

/** Whom a request is about, as it says itself: what administrators' tokens say of it counts for nothing. */
function audienceOf(c: AuthRequest, claims: JWTPayload): string {
  const isAdmin = typeof claims.role === 'string' && ADMIN_ROLES.includes(claims.role)
  return c.req.header('x-jwt-aud') || (isAdmin ? undefined : firstAudience(claims)) || AUDIENCE
}

function firstAudience({ aud }: JWTPayload): string | undefined {
  return typeof aud === 'string' ? aud : aud?.[0]
}

/** The user that a token was made for, as GET /user tells. Throws as `requireHolder` does, and a 400 for a token made for others. */
export async function requireTokenOfUser(auth: Auth, c: AuthRequest): Promise<User> {
  const claims = await claimsOf(auth, bearerOf(c))
  const { user } = await loadUnbanned(auth, claims)
  if (firstAudience(claims) !== audienceOf(c, claims)) {
    throw new AuthError(400, 'validation_failed', "Token audience doesn't match request audience")
  }
  return user
}

async function loadUnbanned(auth: Auth, claims: JWTPayload): Promise<Holder> {
  const holder = await load(auth, claims)
  if (isBanned(holder.user, auth.clock())) throw new AuthError(403, 'user_banned', 'User is banned')
  return holder
}

/**
 * The user of a request's access token, which need not be of a session. Throws AuthErrors: 401 no_authorization, 403
 * bad_jwt, user_not_found, session_not_found or user_banned.
 */
export async function requireHolder(auth: Auth, c: AuthRequest): Promise<Holder> {
  return loadUnbanned(auth, await claimsOf(auth, bearerOf(c)))
}

/**
 * The signed-in user of a request's access token, whose session still exists. Throws AuthErrors: 401
 * no_authorization, 403 bad_jwt, user_not_found, session_not_found or user_banned.
 */
export async function requireUser(auth: Auth, c: AuthRequest): Promise<Caller> {
  const claims = await claimsOf(auth, bearerOf(c))
  const { user, session } = await loadUnbanned(auth, claims)
  if (!session) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing session_id claim')
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
