import { unixSeconds } from './clock.ts'
import { type Auth, type AuthRequest, clientIp } from './context.ts'
import {
  addAmrClaim,
  addRefreshToken,
  type Client,
  createSession,
  findActiveRefreshToken,
  listAmrClaims,
  rotateRefreshToken,
  setFactor,
} from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'
import { userJson } from './userJson.ts'

/** The response to a sign-in. `expires_in` is in seconds, and `expires_at` is a Unix time in seconds. */
export type SessionResponse = Awaited<ReturnType<typeof createSessionResponse>>

/** Reads a request's user agent and IP, which are stored with the session. */
export function readClient(c: AuthRequest): Client {
  return { userAgent: c.req.header('user-agent'), ip: clientIp(c) }
}

/** Creates the response for a session, with a new access token and the given refresh token. */
export async function createSessionResponse(
  auth: Auth,
  tx: Tx,
  user: User,
  session: SessionRow,
  refreshToken: string,
) {
  const claims = await listAmrClaims(tx.sql, session.id)
  const issuedAt = unixSeconds(tx.now)
  const { jwtExpiry } = auth.config()
  const accessToken = await auth.keys.sign({
    iss: auth.externalUrl,
    sub: user.id,
    aud: user.aud ?? '',
    exp: issuedAt + jwtExpiry,
    iat: issuedAt,
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? '',
    aal: claims.some((claim) => claim.authentication_method === 'totp') ? 'aal2' : 'aal1',
    amr: claims.map((claim) => ({
      method: claim.authentication_method,
      timestamp: unixSeconds(claim.updated_at),
    })),
    session_id: session.id,
    is_anonymous: false,
  })
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: jwtExpiry,
    expires_at: issuedAt + jwtExpiry,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** Signs a user in with a new session. `method` is a value for the `amr` claim. */
export async function startSession(
  auth: Auth,
  tx: Tx,
  user: User,
  method: 'password' | 'otp',
  client: Client,
): Promise<SessionResponse> {
  const session = await createSession(tx.sql, user.id, client, tx.now)
  const refreshToken = await addRefreshToken(tx.sql, session, undefined, tx.now)
  await addAmrClaim(tx.sql, session.id, method, tx.now)
  const signedIn = await updateUser(tx.sql, user, { last_sign_in_at: tx.now }, tx.now)
  return createSessionResponse(auth, tx, signedIn, session, refreshToken)
}

/**
 * Raises a session to assurance level 2 and replaces its refresh token. If the response is lost, the replaced token
 * can still be exchanged for the new one.
 */
export async function raiseToAal2(
  auth: Auth,
  tx: Tx,
  user: User,
  session: SessionRow,
  factorId: string,
): Promise<SessionResponse> {
  await addAmrClaim(tx.sql, session.id, 'totp', tx.now)
  await setFactor(tx.sql, session.id, factorId, tx.now)
  const replaced = await findActiveRefreshToken(tx.sql, session.id)
  const refreshToken = await rotateRefreshToken(tx.sql, session, replaced?.token, tx.now)
  return createSessionResponse(auth, tx, user, session, refreshToken)
}
