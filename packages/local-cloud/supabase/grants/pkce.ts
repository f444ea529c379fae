import { readBody } from '../body.ts'
import type { Auth, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { answersChallenge } from '../pkce.ts'
import { clientOf, type SessionResponse, startSession } from '../sessions.ts'
import { deleteFlowState, isFlowExpired, takeFlowState } from '../store/flowStates.ts'
import { findUser, isBanned } from '../store/users.ts'
import { transact } from '../transact.ts'

function noFlowState(): AuthError {
  return new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
}

/** A session for the code that a link handed back and the verifier that only its browser knows (RFC 7636). */
export async function grantPkce(auth: Auth, c: AuthRequest): Promise<SessionResponse> {
  const body = await readBody(c)
  const authCode = body.text('auth_code')
  const verifier = body.text('code_verifier')
  if (authCode === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  }
  return transact(auth, async (tx) => {
    const state = await takeFlowState(tx.sql, authCode)
    // A code that no link has handed back yet is nobody's.
    if (!state?.user_id || !state.auth_code_issued_at) throw noFlowState()
    if (isFlowExpired(state, auth.config().flowExpiry, tx.now)) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
    }
    if (!answersChallenge(state, verifier)) {
      const message = 'code challenge does not match previously saved code verifier'
      throw new AuthError(400, 'bad_code_verifier', message)
    }
    const user = await findUser(tx.sql, state.user_id, true)
    if (!user) throw noFlowState()
    if (isBanned(user, tx.now)) throw new AuthError(403, 'user_banned', 'User is banned')
    await deleteFlowState(tx.sql, state.id)
    return startSession(auth, tx, user, state.authentication_method, clientOf(c))
  })
}
