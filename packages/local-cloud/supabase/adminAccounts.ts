import { createHash } from 'node:crypto'
import { isUuid } from './access.ts'
import { confirmEmail, createEmailUser, EMAIL_TAKEN, storePassword } from './accounts.ts'
import { type Body, validEmail } from './body.ts'
import { secondsAfter } from './clock.ts'
import type { Auth } from './context.ts'
import { goDuration } from './duration.ts'
import { AuthError, invalid } from './errors.ts'
import { requireStrongPassword } from './passwordStrength.ts'
import { saveIdentity } from './store/identities.ts'
import { clearOneTimeTokens } from './store/oneTimeTokens.ts'
import { endSessions } from './store/sessions.ts'
import type { Metadata, User, UserRow } from './store/types.ts'
import { findUser, isEmailTaken, mergeMetadata, updateUser } from './store/users.ts'
import { type Tx, transact } from './transact.ts'

/** What the hosted service's hashes take. Bytes. */
const MAX_PASSWORD = 72

/** Seconds of a ban; 0 lifts it; undefined when nothing is said of it. */
function banSeconds(body: Body): number | undefined {
  const text = body.text('ban_duration')
  if (text === '') return undefined
  if (text === 'none') return 0
  const seconds = goDuration(text)
  if (seconds === undefined)
    throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  return seconds
}

function banChange(seconds: number | undefined, now: Date): Partial<UserRow> {
  if (seconds === undefined) return {}
  return { banned_until: seconds === 0 ? null : secondsAfter(now, seconds) }
}

async function passwordHashOf(auth: Auth, body: Body): Promise<string | null> {
  const password = body.optionalText('password')
  const hash = body.text('password_hash')
  if (password !== undefined && hash !== '') {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (password && Buffer.byteLength(password) > MAX_PASSWORD) {
    throw invalid(`bcrypt: password length exceeds ${MAX_PASSWORD} bytes`)
  }
  if (hash === '') return password ? auth.passwords.hash(password) : null
  if (auth.passwords.accepts(hash)) return hash
  throw invalid('The local cloud does not support this password_hash: it knows argon2i and argon2id')
}

function refusePhone(body: Body): void {
  if (body.text('phone') === '') return
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider')
}

/** POST /admin/users: a user without e-mails. Throws AuthErrors. */
export async function createByAdmin(auth: Auth, body: Body): Promise<User> {
  refusePhone(body)
  if (body.text('email') === '') throw invalid('Cannot create a user without either an email or phone')
  const email = validEmail(body.text('email'))
  const id = body.text('id')
  if (id !== '' && !isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
  const ban = banSeconds(body)
  const data: Metadata = body.object('user_metadata') ?? {}
  const appMetadata = body.object('app_metadata')
  const role = body.text('role')
  const passwordHash = await passwordHashOf(auth, body)
  return transact(auth, async (tx) => {
    if (await isEmailTaken(tx.sql, email)) throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
    const given = { ...(id ? { id } : {}), ...(role ? { role } : {}) }
    if (id !== '' && (await findUser(tx.sql, id))) {
      throw new AuthError(500, 'unexpected_failure', 'Database error creating new user')
    }
    const created = await createEmailUser(tx, { email, passwordHash, data, ...given })
    const merged = mergeMetadata(created.raw_app_meta_data, appMetadata ?? {})
    const changes = { raw_app_meta_data: merged, ...banChange(ban, tx.now) }
    const user = await updateUser(tx.sql, created, changes, tx.now)
    return body.flag('email_confirm', false) ? confirmEmail(tx, user) : user
  })
}

/** PUT /admin/users/{id}: changes a user without asking anybody. Throws AuthErrors. */
export async function updateByAdmin(auth: Auth, id: string, body: Body): Promise<User> {
  refusePhone(body)
  const email = body.text('email') === '' ? '' : validEmail(body.text('email'))
  const ban = banSeconds(body)
  const confirms = body.flag('email_confirm', false)
  const password = body.optionalText('password')
  if (password !== undefined) requireStrongPassword(password, auth.config())
  const passwordHash = password === undefined ? undefined : await auth.passwords.hash(password)
  return transact(auth, async (tx) => {
    let user = await findUser(tx.sql, id, true)
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    if (email !== '' && (await isEmailTaken(tx.sql, email, id))) {
      throw new AuthError(422, 'email_exists', EMAIL_TAKEN)
    }
    if (confirms) user = await confirmEmail(tx, user)
    if (passwordHash !== undefined) user = await storePassword(tx, user, passwordHash)
    if (email !== '') {
      user = await saveIdentity(tx.sql, user, 'email', { email, email_verified: confirms }, tx.now)
    }
    const appMetadata = body.object('app_metadata')
    const userMetadata = body.object('user_metadata')
    const changes: Partial<UserRow> = {
      ...(body.text('role') ? { role: body.text('role') } : {}),
      ...(email ? { email, ...(confirms ? { is_anonymous: false } : {}) } : {}),
      ...(appMetadata ? { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, appMetadata) } : {}),
      ...(userMetadata ? { raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, userMetadata) } : {}),
      ...banChange(ban, tx.now),
    }
    return updateUser(tx.sql, user, changes, tx.now)
  })
}

function obscured(id: string, value: string | null): string | null {
  return value ? createHash('sha256').update(`${id}${value}`).digest('base64url') : value
}

/** Empties a user but keeps its id, so that what refers to it stays valid. */
export async function softDelete(tx: Tx, user: User): Promise<void> {
  if (user.deleted_at) return
  const changes = {
    email: obscured(user.id, user.email),
    phone: obscured(user.id, user.phone),
    email_change: obscured(user.id, user.email_change),
    encrypted_password: null,
    raw_user_meta_data: {},
    raw_app_meta_data: {},
    deleted_at: tx.now,
  }
  await updateUser(tx.sql, user, changes, tx.now)
  for (const identity of user.identities) {
    await tx.sql("update auth.identities set identity_data = '{}', provider_id = $2 where id = $1", [
      identity.id,
      obscured(user.id, identity.provider_id),
    ])
  }
  await clearOneTimeTokens(tx.sql, user.id)
  await tx.sql('delete from auth.mfa_factors where user_id = $1', [user.id])
  await endSessions(tx.sql, user.id)
}
