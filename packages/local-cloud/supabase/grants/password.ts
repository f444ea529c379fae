import { readBody } from '../body.ts'
import type { Auth, AuthRequest } from '../context.ts'
import { AuthError, invalid } from '../errors.ts'
import { passwordWeakness } from '../passwordStrength.ts'
import { clientOf, type SessionResponse, startSession } from '../sessions.ts'
import { findUser, findUserByEmail, isBanned } from '../store/users.ts'
import { transact } from '../transact.ts'

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}

function weaknessOf(auth: Auth, password: string) {
  try {
    return passwordWeakness(password, auth.config())
  } catch {
    return undefined
  }
}

/**
 * A session for an address and a password. That a user is banned or not confirmed is told only to who knows the
 * password (the hosted service tells everybody that a user is banned).
 */
export async function grantPassword(auth: Auth, c: AuthRequest): Promise<SessionResponse> {
  const body = await readBody(c)
  const email = body.text('email').toLowerCase()
  const password = body.text('password')
  if (email === '') throw invalid('missing email or phone')
  const known = await transact(auth, ({ sql }) => findUserByEmail(sql, email))
  const matches = await auth.passwords.verify(password, known?.encrypted_password)
  if (!known || !matches) throw wrongCredentials()
  return transact(auth, async (tx) => {
    const user = await findUser(tx.sql, known.id, true)
    if (!user || user.encrypted_password !== known.encrypted_password) throw wrongCredentials()
    if (isBanned(user, tx.now)) throw new AuthError(400, 'user_banned', 'User is banned')
    if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
    const session = await startSession(auth, tx, user, 'password', clientOf(c))
    const weakness = weaknessOf(auth, password)
    return weakness ? { ...session, weak_password: weakness } : session
  })
}
