import { getSqlState, LOCK_NOT_AVAILABLE } from '../../postgres/database.ts'
import { readBody } from '../body.ts'
import { secondsAfter } from '../clock.ts'
import type { Auth, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readClient, type SessionResponse, sessionResponse } from '../sessions.ts'
import {
  activeRefreshToken,
  findRefreshToken,
  findSession,
  isTimedOut,
  type RefreshTokenRow,
  revokeTokenFamily,
  swapRefreshToken,
  touchSession,
} from '../store/sessions.ts'
import type { SessionRow } from '../store/types.ts'
import { findUser, isBanned } from '../store/users.ts'
import { type Tx, transact } from '../transact.ts'

/** The time in which an older token returns the current one. */
const reuseIntervalSeconds = 10

function refused(code: string, reason: string): AuthError {
  return new AuthError(400, code, `Invalid Refresh Token: ${reason}`)
}

/**
 * The token that follows a presented one. The parent of the current token, or any other within the reuse interval,
 * returns the current one, so that a client that lost a response, and several tabs, stay signed in. Undefined when the
 * token is too old, which means that it was stolen.
 */
async function successor(
  tx: Tx,
  session: SessionRow,
  presented: RefreshTokenRow,
): Promise<string | undefined> {
  if (!presented.revoked) return swapRefreshToken(tx.sql, session, presented.token, tx.now)
  const active = await activeRefreshToken(tx.sql, session.id)
  if (active?.parent === presented.token) return active.token
  const reusableUntil = secondsAfter(presented.updated_at, reuseIntervalSeconds)
  if (tx.now > reusableUntil) return undefined
  return active?.token ?? swapRefreshToken(tx.sql, session, presented.token, tx.now)
}

async function refresh(
  auth: Auth,
  c: AuthRequest,
  tx: Tx,
  token: string,
): Promise<SessionResponse | AuthError> {
  await tx.sql("set local lock_timeout = '5s'")
  const found = await findRefreshToken(tx.sql, token)
  if (!found) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  // All transactions lock the session before its token.
  const session = await findSession(tx.sql, found.session_id, true)
  const presented = await findRefreshToken(tx.sql, token, true)
  if (!session || !presented) throw refused('session_not_found', 'No Valid Session Found')
  const user = await findUser(tx.sql, session.user_id)
  if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  if (isBanned(user, tx.now)) throw refused('user_banned', 'User Banned')
  if (isTimedOut(session, auth.config(), tx.now)) throw refused('session_expired', 'Session Expired')
  const next = await successor(tx, session, presented)
  if (next === undefined) {
    await revokeTokenFamily(tx.sql, session.id)
    // Returned, not thrown: the revocation must be committed.
    return refused('refresh_token_already_used', 'Already Used')
  }
  await touchSession(tx.sql, session.id, readClient(c), tx.now)
  return sessionResponse(auth, tx, user, session, next)
}

/** Grants a session for a refresh token, which is used up. */
export async function grantRefreshToken(auth: Auth, c: AuthRequest): Promise<SessionResponse> {
  const token = (await readBody(c)).text('refresh_token')
  if (!/^[a-z0-9]{12}$/.test(token)) throw invalid('Refresh token is not valid')
  const result = await transact(auth, (tx) => refresh(auth, c, tx, token)).catch((error) => {
    if (getSqlState(error) !== LOCK_NOT_AVAILABLE) throw error
    const message = 'Too many concurrent token refresh requests on the same session or refresh token'
    throw new AuthError(409, 'conflict', message)
  })
  if (result instanceof AuthError) throw result
  return result
}
