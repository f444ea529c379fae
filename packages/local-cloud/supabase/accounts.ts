import { randomUUID } from 'node:crypto'
import { getSqlState, UNIQUE_VIOLATION } from '../postgres/database.ts'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import { sendCode } from './mailCodes.ts'
import { addIdentity } from './store/identities.ts'
import { clearMailIntervals, type MailKind, recordMail } from './store/mailIntervals.ts'
import { clearOneTimeTokens } from './store/oneTimeTokens.ts'
import { endSessions } from './store/sessions.ts'
import type { Metadata, User } from './store/types.ts'
import { createUser, mergeMetadata, updateUser } from './store/users.ts'
import type { Tx } from './transact.ts'

/** The error for an email that another user already has. */
export function createEmailTakenError(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
}

/**
 * Creates an unconfirmed user with an email identity, and `data` as user_metadata. With `isSignUp`, the identity's data
 * and the user_metadata both contain `data` and the email fields, as on the hosted service. Throws a 422 AuthError if a
 * user already has the email.
 */
export async function createEmailUser(
  tx: Tx,
  account: { email: string; passwordHash: string | null; data: Metadata },
  { isSignUp = false } = {},
): Promise<User> {
  const { email, passwordHash, data } = account
  const id = randomUUID()
  const emailData = { sub: id, email, email_verified: false, phone_verified: false }
  const identityData = isSignUp ? { ...data, ...emailData } : emailData
  const newUser = { id, email, passwordHash, userMetadata: isSignUp ? identityData : data }
  const user = await createUser(tx.sql, newUser, tx.now).catch((error) => {
    // A concurrent request has created the user.
    throw getSqlState(error) === UNIQUE_VIOLATION ? createEmailTakenError() : error
  })
  return addIdentity(tx.sql, user, identityData, tx.now)
}

/** Confirms a user's email, deletes unused codes, and ends the interval between confirmation emails. */
export async function confirmEmail(tx: Tx, user: User): Promise<User> {
  await clearOneTimeTokens(tx.sql, user.id)
  if (user.email) await clearMailIntervals(tx.sql, ['confirmation'], user.email)
  const metadata = mergeMetadata(user.raw_user_meta_data, { email_verified: true })
  const changes = { email_confirmed_at: tx.now, raw_user_meta_data: metadata }
  return updateUser(tx.sql, user, changes, tx.now)
}

/** Stores a password's hash, deletes unused codes and ends the user's sessions except `exceptSessionId`. */
export async function storePassword(
  tx: Tx,
  user: User,
  passwordHash: string | null,
  exceptSessionId?: string,
): Promise<User> {
  await clearOneTimeTokens(tx.sql, user.id)
  await endSessions(tx.sql, user.id, exceptSessionId ? { exceptId: exceptSessionId } : {})
  const changes = {
    encrypted_password: passwordHash,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
  }
  return updateUser(tx.sql, user, changes, tx.now)
}

/**
 * Counts an email to a recipient. Callers count unsent emails too: responses must not reveal which accounts exist.
 * Throws a 429 AuthError above the limits.
 */
export async function countMail(
  auth: Auth,
  tx: Tx,
  kinds: readonly MailKind[],
  email: string,
): Promise<void> {
  await recordMail(tx.sql, kinds, email, auth.config().mailInterval, tx.now)
  auth.rateLimits.countEmail()
}

/**
 * Signs up an unconfirmed email: creates the user unless one exists, and sends the confirmation email. An existing
 * user's password does not change. The password hash is null for a sign-up without a password. Callers must first
 * call `countMail`. Throws AuthErrors.
 */
export async function signUpEmail(
  auth: Auth,
  tx: Tx,
  existing: User | undefined,
  account: Parameters<typeof createEmailUser>[1] & { redirectTo: string },
): Promise<User> {
  const user = existing ?? (await createEmailUser(tx, account, { isSignUp: true }))
  return sendCode(auth, tx, user, 'signup', account.redirectTo)
}
