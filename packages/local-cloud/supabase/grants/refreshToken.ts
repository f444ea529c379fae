import { getSqlState, LOCK_NOT_AVAILABLE } from '../../postgres/database.ts'
import { readBody } from '../body.ts'
import { secondsAfter } from '../clock.ts'
import type { Auth, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { createSessionResponse, readClient, type SessionResponse } from '../sessions.ts'
import {
  findActiveRefreshToken,
  findRefreshToken,
  findSession,
  type RefreshTokenRow,
  recordSessionRefresh,
  revokeTokenFamily,
  rotateRefreshToken,
} from '../store/sessions.ts'
import type { SessionRow } from '../store/types.ts'
import { findUser, isBanned } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'

/** How long after its use a refresh token can still be exchanged for the session's current one. */
const reuseIntervalSeconds = 10

function refreshError(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`)
}

/**
 * Resolves to the token that replaces a presented one. A used token yields the session's current token during the reuse
 * interval, and later only if it is the current token's parent, so that other tabs and clients that lost a response
 * stay signed in. Resolves to undefined for any other used token, which may be stolen.
 */
async function findNextToken(
  tx: Tx,
  session: SessionRow,
  presented: RefreshTokenRow,
): Promise<string | undefined> {
  if (!presented.revoked) return rotateRefreshToken(tx.sql, session, presented.token, tx.now)
  const active = await findActiveRefreshToken(tx.sql, session.id)
  if (active?.parent === presented.token) return active.token
  const reusableUntil = secondsAfter(presented.updated_at, reuseIntervalSeconds)
  if (tx.now > reusableUntil) return undefined
  return active?.token ?? rotateRefreshToken(tx.sql, session, presented.token, tx.now)
}

async function refreshSession(
  auth: Auth,
  c: AuthRequest,
  tx: Tx,
  token: string,
): Promise<SessionResponse | AuthError> {
  await tx.sql("set local lock_timeout = '5s'")
  const storedToken = await findRefreshToken(tx.sql, token)
  if (!storedToken) throw refreshError('refresh_token_not_found', 'Refresh Token Not Found')
  // Prevents deadlocks: every transaction locks the session before its token.
  const session = await findSession(tx.sql, storedToken.session_id, { lock: true })
  const presented = await findRefreshToken(tx.sql, token, { lock: true })
  if (!session || !presented) throw refreshError('session_not_found', 'No Valid Session Found')
  const user = await findUser(tx.sql, session.user_id)
  if (!user) throw refreshError('refresh_token_not_found', 'Refresh Token Not Found')
  if (isBanned(user, tx.now)) throw refreshError('user_banned', 'User Banned')
  const { sessionTimebox } = auth.config()
  if (sessionTimebox > 0 && tx.now > secondsAfter(session.created_at, sessionTimebox)) {
    throw refreshError('session_expired', 'Session Expired')
  }
  const nextToken = await findNextToken(tx, session, presented)
  if (nextToken === undefined) {
    await revokeTokenFamily(tx.sql, session.id)
    // Returned, not thrown: the revocation must be committed.
    return refreshError('refresh_token_already_used', 'Already Used')
  }
  await recordSessionRefresh(tx.sql, session.id, readClient(c), tx.now)
  return createSessionResponse(auth, tx, user, session, nextToken)
}

/** Grants a new access token for a refresh token, and replaces the refresh token. */
export async function grantRefreshToken(auth: Auth, c: AuthRequest): Promise<SessionResponse> {
  const token = (await readBody(c)).text('refresh_token')
  if (!/^[a-z0-9]{12}$/.test(token)) throw invalid('Refresh token is not valid')
  const result = await transact(auth, (tx) => refreshSession(auth, c, tx, token)).catch((error) => {
    if (getSqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    const message = 'Too many concurrent token refresh requests on the same session or refresh token'
    throw new AuthError(409, 'conflict', message)
  })
  if (result instanceof AuthError) throw result
  return result
}
