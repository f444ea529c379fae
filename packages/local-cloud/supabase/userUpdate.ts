import type { Caller } from './access.ts'
import { countMail, createEmailTakenError, storePassword } from './accounts.ts'
import { parseEmail, readBody } from './body.ts'
import { secondsAfter } from './clock.ts'
import type { Auth, AuthRequest } from './context.ts'
import { hashCode } from './crypto/codes.ts'
import { AuthError } from './errors.ts'
import { sendEmailChange } from './mailCodes.ts'
import { requireStrongPassword } from './passwordStrength.ts'
import { selectRedirect } from './redirects.ts'
import { clearOneTimeTokens, findUserToken, isExpired } from './store/oneTimeTokens.ts'
import { listAmrClaims } from './store/sessions.ts'
import type { User } from './store/types.ts'
import { countVerifiedFactors, findUser, isEmailTaken, mergeMetadata, updateUser } from './store/users.ts'
import { type Tx, transact } from './transact.ts'

const recentSignInSeconds = 24 * 3600
/** A user who signed in with one of these need not enter the current password, which is often forgotten. */
const recoveryMethods = ['otp', 'magiclink', 'recovery']

/**
 * Requires a session younger than a day, or a valid code; otherwise throws an AuthError. Using the code deletes all of
 * the user's codes.
 */
async function requireReauthentication(auth: Auth, tx: Tx, caller: Caller, nonce: string): Promise<void> {
  const { user, session } = caller
  if (tx.now <= secondsAfter(session.created_at, recentSignInSeconds)) return
  if (nonce === '') {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const hash = hashCode(user.email ?? '', nonce)
  const token = await findUserToken(tx.sql, user.id, hash, ['reauthentication_token'])
  if (!token || isExpired(token, auth.config().otpExpiry, tx.now)) {
    throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  await clearOneTimeTokens(tx.sql, user.id)
}

async function requireCurrentPassword(auth: Auth, caller: Caller, currentPassword: string): Promise<void> {
  const { user, session } = caller
  if (!auth.config().passwordNeedsCurrent || !user.encrypted_password) return
  const claims = await transact(auth, ({ sql }) => listAmrClaims(sql, session.id))
  if (claims.some((claim) => recoveryMethods.includes(claim.authentication_method))) return
  const message = 'Current password required when setting new password.'
  if (currentPassword === '') throw new AuthError(400, 'current_password_required', message)
  if (!(await auth.passwords.verify(currentPassword, user.encrypted_password))) {
    throw new AuthError(400, 'current_password_invalid', message)
  }
}

function requireAal2ForCredentials(caller: Caller, changesCredentials: boolean): void {
  if (!changesCredentials || countVerifiedFactors(caller.user) === 0 || caller.session.aal === 'aal2') return
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  throw new AuthError(401, 'insufficient_aal', message)
}

/** PUT /user: changes the signed-in user. Throws an AuthError for a change that is not allowed. */
export async function updateOwnUser(auth: Auth, c: AuthRequest, caller: Caller): Promise<User> {
  const body = await readBody(c)
  if (body.object('app_metadata')) {
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges')
  }
  const password = body.optionalText('password')
  if (password !== undefined) requireStrongPassword(password, auth.config())
  const newEmail = body.text('email') && parseEmail(body.text('email'))
  const data = body.object('data')
  const changesEmail = newEmail !== '' && newEmail !== caller.user.email
  requireAal2ForCredentials(caller, password !== undefined || changesEmail)
  if (changesEmail && (await transact(auth, ({ sql }) => isEmailTaken(sql, newEmail, caller.user.id)))) {
    throw createEmailTakenError()
  }
  let passwordHash: string | undefined
  if (password !== undefined) {
    if (auth.config().passwordNeedsReauthentication) {
      await transact(auth, (tx) => requireReauthentication(auth, tx, caller, body.text('nonce')))
    }
    await requireCurrentPassword(auth, caller, body.text('current_password'))
    if (await auth.passwords.verify(password, caller.user.encrypted_password)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
    }
    // Hashes before the transaction: hashing is slow, and the transaction would hold its locks meanwhile.
    passwordHash = await auth.passwords.hash(password)
  }
  return transact(auth, async (tx) => {
    let user = await findUser(tx.sql, caller.user.id, { lock: true })
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
    if (passwordHash !== undefined) {
      user = await storePassword(tx, user, passwordHash, caller.session.id)
      if (auth.config().mailPasswordChanged && user.email) {
        tx.send('password_changed_notification', { to: user.email, email: user.email })
      }
    }
    if (data) {
      const metadata = mergeMetadata(user.raw_user_meta_data, data)
      user = await updateUser(tx.sql, user, { raw_user_meta_data: metadata }, tx.now)
    }
    if (!changesEmail) return user
    await countMail(auth, tx, ['email_change'], user.email ?? newEmail)
    return sendEmailChange(auth, tx, user, newEmail, selectRedirect(auth, c))
  })
}
