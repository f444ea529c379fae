import { confirmEmail } from './accounts.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import type { VerificationType } from './mailCodes.ts'
import { saveIdentity, saveProviders } from './store/identities.ts'
import { clearMailIntervals } from './store/mailIntervals.ts'
import {
  clearOneTimeTokens,
  findOneTimeToken,
  findUserToken,
  isExpired,
  type OneTimeToken,
  type TokenType,
} from './store/oneTimeTokens.ts'
import type { User } from './store/types.ts'
import { findUser, findUserByEmail, isBanned, isEmailTaken, lockEmail, updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'

/** A valid token, its user and its purpose. */
export type VerifiedToken = { user: User; token: OneTimeToken; type: VerificationType }

const TOKEN_TYPES: Record<string, readonly TokenType[]> = {
  email: ['confirmation_token', 'recovery_token'],
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
}

function invalidCode(): AuthError {
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

function invalidLink(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
}

/** Resolves the type `email`, which stands for two types of tokens. */
function resolveType(type: string, token: OneTimeToken): VerificationType {
  switch (type) {
    case 'signup':
    case 'invite':
    case 'recovery':
    case 'magiclink':
    case 'email_change':
      return type
    default:
      return token.token_type === 'recovery_token' ? 'magiclink' : 'signup'
  }
}

function listTokenTypes(type: string): readonly TokenType[] {
  const types = Object.hasOwn(TOKEN_TYPES, type) ? TOKEN_TYPES[type] : undefined
  if (!types) throw invalid('Invalid email verification type')
  return types
}

function requireUsable(auth: Auth, tx: Tx, user: User, token: OneTimeToken, expiredError: AuthError): void {
  if (isBanned(user, tx.now)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (isExpired(token, auth.config().otpExpiry, tx.now)) throw expiredError
}

/** Checks the hash of a link. Throws AuthErrors: 403 otp_expired or user_banned, 400 for an unknown type. */
export async function verifyLinkHash(auth: Auth, tx: Tx, hash: string, type: string): Promise<VerifiedToken> {
  const token = await findOneTimeToken(tx.sql, hash, listTokenTypes(type))
  const user = token && (await findUser(tx.sql, token.user_id, { lock: true }))
  if (!user) throw invalidLink()
  requireUsable(auth, tx, user, token, invalidLink())
  return { user, token, type: resolveType(type, token) }
}

/** Checks a code for an email. Throws AuthErrors: 403 otp_expired or user_banned, 400 for an unknown type. */
export async function verifyCode(
  auth: Auth,
  tx: Tx,
  email: string,
  hash: string,
  type: string,
): Promise<VerifiedToken> {
  // The hosted service rejects an unknown type as a wrong code.
  const types = Object.hasOwn(TOKEN_TYPES, type) ? listTokenTypes(type) : []
  if (type === 'email_change') {
    // The email may be the user's new one, so the token is looked up by its hash, which includes the email.
    const changeToken = await findOneTimeToken(tx.sql, hash, types)
    const user =
      changeToken?.relates_to === email
        ? await findUser(tx.sql, changeToken.user_id, { lock: true })
        : undefined
    if (!changeToken || !user) throw invalidCode()
    requireUsable(auth, tx, user, changeToken, invalidCode())
    return { user, token: changeToken, type: 'email_change' }
  }
  const user = await findUserByEmail(tx.sql, email, { lock: true })
  const token = user && (await findUserToken(tx.sql, user.id, hash, types))
  if (!token) throw invalidCode()
  requireUsable(auth, tx, user, token, invalidCode())
  return { user, token, type: resolveType(type, token) }
}

async function changeEmail(auth: Auth, tx: Tx, verified: VerifiedToken): Promise<User | undefined> {
  const { user, token } = verified
  const newEmail = user.email_change
  if (!newEmail) throw invalidLink()
  if (user.email_change_confirm_status === 0) {
    await clearOneTimeTokens(tx.sql, user.id, token.token_type)
    await updateUser(tx.sql, user, { email_change_confirm_status: 1 }, tx.now)
    return undefined
  }
  await lockEmail(tx.sql, newEmail)
  if (await isEmailTaken(tx.sql, newEmail, user.id)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  const changed = await applyEmailChange(tx, user, newEmail)
  if (auth.config().mailEmailChanged && user.email && user.email !== newEmail) {
    tx.send('email_changed_notification', { to: user.email, email: newEmail, oldEmail: user.email })
  }
  return changed
}

/** Sets a user's confirmed email, in the identity too. */
async function applyEmailChange(tx: Tx, user: User, newEmail: string): Promise<User> {
  const identified = await saveIdentity(
    tx.sql,
    user,
    'email',
    { email: newEmail, email_verified: true },
    tx.now,
  )
  await clearOneTimeTokens(tx.sql, user.id)
  await clearMailIntervals(tx.sql, ['email_change'], user.email ?? newEmail)
  const changes = { email: newEmail, email_change: '', email_change_confirm_status: 0 }
  const changed = await updateUser(tx.sql, identified, changes, tx.now)
  return changed.email_confirmed_at ? changed : confirmEmail(tx, changed)
}

/**
 * Uses a verified token. Resolves to the user to sign in, or to undefined after the first of the two confirmations of a
 * change of email.
 */
export async function redeemToken(auth: Auth, tx: Tx, verified: VerifiedToken): Promise<User | undefined> {
  let user: User | undefined = verified.user
  if (verified.type === 'email_change') user = await changeEmail(auth, tx, verified)
  else if (verified.type === 'signup' || verified.type === 'invite' || !user.email_confirmed_at) {
    user = await confirmEmail(tx, user)
    const hasEmailIdentity = user.identities.some(
      ({ provider, email }) => provider === 'email' && email === user?.email,
    )
    if (hasEmailIdentity) user = await saveIdentity(tx.sql, user, 'email', { email_verified: true }, tx.now)
  } else await clearOneTimeTokens(tx.sql, user.id)
  return user && saveProviders(tx.sql, user, tx.now)
}
