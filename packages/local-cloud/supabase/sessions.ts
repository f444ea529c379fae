import { unixSeconds } from './clock.ts'
import { type Auth, type AuthRequest, clientIp } from './context.ts'
import {
  activeRefreshToken,
  addAmrClaim,
  addRefreshToken,
  amrClaims,
  type Client,
  createSession,
  setAssurance,
  swapRefreshToken,
} from './store/sessions.ts'
import type { SessionRow, User } from './store/types.ts'
import { updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'
import { userJson } from './userJson.ts'

/** A method of signing in, in the words of the claim `amr`. */
export type SignInMethod = 'password' | 'otp' | 'totp'

/** The response of a sign-in. Times are in seconds. */
export type SessionResponse = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: Record<string, unknown>
}

/** The client of a request, as sessions store it. */
export function readClient(c: AuthRequest): Client {
  return { userAgent: c.req.header('user-agent'), ip: clientIp(c) }
}

/** The response for a session: a new access token, and the given refresh token. */
export async function sessionResponse(
  auth: Auth,
  tx: Tx,
  user: User,
  session: SessionRow,
  refreshToken: string,
): Promise<SessionResponse> {
  const claims = await amrClaims(tx.sql, session.id)
  const issued = unixSeconds(tx.now)
  const { jwtExpiry } = auth.config()
  const accessToken = await auth.keys.sign({
    iss: auth.externalUrl,
    sub: user.id,
    aud: user.aud ?? '',
    exp: issued + jwtExpiry,
    iat: issued,
    email: user.email ?? '',
    phone: user.phone ?? '',
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
    expires_at: issued + jwtExpiry,
    refresh_token: refreshToken,
    user: userJson(user),
  }
}

/** Signs a user in. */
export async function startSession(
  auth: Auth,
  tx: Tx,
  user: User,
  method: SignInMethod,
  client: Client,
): Promise<SessionResponse> {
  const session = await createSession(tx.sql, user.id, client, tx.now)
  const refreshToken = await addRefreshToken(tx.sql, session, undefined, tx.now)
  await addAmrClaim(tx.sql, session.id, method, tx.now)
  const signedIn = await updateUser(tx.sql, user, { last_sign_in_at: tx.now }, tx.now)
  return sessionResponse(auth, tx, signedIn, session, refreshToken)
}

/**
 * Raises a session to assurance level 2, with a new refresh token. The last earlier token still returns it, in case the
 * response is lost.
 */
export async function raiseSession(
  auth: Auth,
  tx: Tx,
  user: User,
  session: SessionRow,
  factorId: string,
): Promise<SessionResponse> {
  await addAmrClaim(tx.sql, session.id, 'totp', tx.now)
  await setAssurance(tx.sql, session.id, 'aal2', factorId, tx.now)
  const earlier = await activeRefreshToken(tx.sql, session.id)
  const refreshToken = await swapRefreshToken(tx.sql, session, earlier?.token, tx.now)
  return sessionResponse(auth, tx, user, session, refreshToken)
}
