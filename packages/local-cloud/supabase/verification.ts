import { confirmEmail, createEmailTakenError } from './accounts.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import type { VerificationType } from './mailCodes.ts'
import { mergeIdentityData } from './store/identities.ts'
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

type VerifiedToken = { user: User; token: OneTimeToken; type: VerificationType }

/** A type in a request. `email` accepts the tokens of every type except `email_change`. */
type RequestedType = VerificationType | 'email'

const TOKEN_TYPES: Record<RequestedType, readonly TokenType[]> = {
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

function isRequestedType(type: string): type is RequestedType {
  return Object.hasOwn(TOKEN_TYPES, type)
}

function resolveType(type: RequestedType, token: OneTimeToken): VerificationType {
  if (type !== 'email') return type
  return token.token_type === 'recovery_token' ? 'magiclink' : 'signup'
}

function requireUsable(auth: Auth, tx: Tx, user: User, token: OneTimeToken, expiredError: AuthError): void {
  if (isBanned(user, tx.now)) throw new AuthError(403, 'user_banned', 'User is banned')
  if (isExpired(token, auth.config().otpExpiry, tx.now)) throw expiredError
}

/** Checks the hash of a link. Throws AuthErrors: 403 otp_expired or user_banned, 400 for an unknown type. */
export async function verifyLinkHash(auth: Auth, tx: Tx, hash: string, type: string): Promise<VerifiedToken> {
  if (!isRequestedType(type)) throw invalid('Invalid email verification type')
  const token = await findOneTimeToken(tx.sql, hash, TOKEN_TYPES[type])
  const user = token && (await findUser(tx.sql, token.user_id, { lock: true }))
  if (!user) throw invalidLink()
  requireUsable(auth, tx, user, token, invalidLink())
  return { user, token, type: resolveType(type, token) }
}

/** Checks a code for an email. Throws a 403 AuthError: otp_expired (also for an unknown type) or user_banned. */
export async function verifyCode(
  auth: Auth,
  tx: Tx,
  email: string,
  hash: string,
  type: string,
): Promise<VerifiedToken> {
  if (!isRequestedType(type)) throw invalidCode()
  let user: User | undefined
  let token: OneTimeToken | undefined
  if (type === 'email_change') {
    // The email may be the user's new one, so the token is looked up by its hash, which depends on the email.
    token = await findOneTimeToken(tx.sql, hash, TOKEN_TYPES[type])
    if (token?.relates_to === email) user = await findUser(tx.sql, token.user_id, { lock: true })
  } else {
    user = await findUserByEmail(tx.sql, email, { lock: true })
    token = user && (await findUserToken(tx.sql, user.id, hash, TOKEN_TYPES[type]))
  }
  if (!user || !token) throw invalidCode()
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
  if (await isEmailTaken(tx.sql, newEmail, user.id)) throw createEmailTakenError()
  const changed = await applyEmailChange(tx, user, newEmail)
  if (auth.config().mailEmailChanged && user.email && user.email !== newEmail) {
    tx.send('email_changed_notification', { to: user.email, email: newEmail, oldEmail: user.email })
  }
  return changed
}

async function applyEmailChange(tx: Tx, user: User, newEmail: string): Promise<User> {
  const identified = await mergeIdentityData(tx.sql, user, { email: newEmail, email_verified: true }, tx.now)
  await clearOneTimeTokens(tx.sql, user.id)
  await clearMailIntervals(tx.sql, ['email_change'], user.email ?? newEmail)
  const changes = { email: newEmail, email_change: '', email_change_confirm_status: 0 }
  const changed = await updateUser(tx.sql, identified, changes, tx.now)
  return changed.email_confirmed_at ? changed : confirmEmail(tx, changed)
}

/**
 * Redeems a verified token. Resolves to the user to sign in, or to undefined after the first of the two confirmations
 * of an email change. An email change throws AuthErrors: 403 otp_expired when none is pending, 422 email_exists when
 * another user has the new email.
 */
export async function redeemToken(auth: Auth, tx: Tx, verified: VerifiedToken): Promise<User | undefined> {
  const { user, type } = verified
  if (type === 'email_change') return changeEmail(auth, tx, verified)
  if (type === 'signup' || type === 'invite' || !user.email_confirmed_at) {
    const confirmed = await confirmEmail(tx, user)
    return mergeIdentityData(tx.sql, confirmed, { email_verified: true }, tx.now)
  }
  await clearOneTimeTokens(tx.sql, user.id)
  return user
}
