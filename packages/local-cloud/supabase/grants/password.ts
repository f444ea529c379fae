import { readBody } from '../body.ts'
import type { Auth, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { readClient, type SessionResponse, startSession } from '../sessions.ts'
import { findUser, findUserByEmail, isBanned } from '../store/users.ts'
import { transact } from '../transact.ts'

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

/**
 * Grants a session for an email and a password. Only the correct password reveals that a user is banned or unconfirmed.
 * (The hosted service reveals a ban for any password.)
 */
export async function grantPassword(auth: Auth, c: AuthRequest): Promise<SessionResponse> {
  const body = await readBody(c)
  const email = body.text('email').toLowerCase()
  const password = body.text('password')
  if (email === '') throw invalid('missing email or phone')
  const candidate = await transact(auth, ({ sql }) => findUserByEmail(sql, email))
  const isCorrect = await auth.passwords.verify(password, candidate?.encrypted_password)
  if (!candidate || !isCorrect) throw wrongCredentials()
  return transact(auth, async (tx) => {
    const user = await findUser(tx.sql, candidate.id, { lock: true })
    if (!user || user.encrypted_password !== candidate.encrypted_password) throw wrongCredentials()
    if (isBanned(user, tx.now)) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    return startSession(auth, tx, user, 'password', readClient(c))
  })
}
