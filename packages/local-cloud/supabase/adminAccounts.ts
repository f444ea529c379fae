import { confirmEmail, createEmailTakenError, createEmailUser, storePassword } from './accounts.ts'
import { type Body, parseEmail } from './body.ts'
import { secondsAfter } from './clock.ts'
import type { Auth } from './context.ts'
import { AuthError, invalid } from './errors.ts'
import { requireStrongPassword } from './passwordStrength.ts'
import type { Metadata, User, UserRow } from './store/types.ts'
import { findUser, isEmailTaken, mergeMetadata, updateUser } from './store/users.ts'
import { type Tx, transact } from './transact.ts'

const unsupportedFields = ['phone', 'role', 'id', 'password_hash']

/** Throws a 501 AuthError if a body sets one of these fields, which the local cloud does not support. */
function refuseFields(body: Body, fields: readonly string[]): void {
  const name = fields.find((field) => body.text(field) !== '')
  if (name)
    throw new AuthError(501, 'not_implemented', `The local cloud does not support the user field "${name}"`)
}

const secondsPerUnit: Record<string, number> = { s: 1, m: 60, h: 3600 }

function parseBan(body: Body, now: Date): Partial<UserRow> {
  const text = body.text('ban_duration')
  if (text === '') return {}
  if (text === 'none') return { banned_until: null }
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? []
  if (!amount) throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`)
  return { banned_until: secondsAfter(now, Number(amount) * (secondsPerUnit[unit] ?? 0)) }
}

function mergeMetadataFields({ raw_app_meta_data, raw_user_meta_data }: User, body: Body): Partial<UserRow> {
  const merge = (current: Metadata | null, name: string) => mergeMetadata(current, body.object(name) ?? {})
  return {
    raw_app_meta_data: merge(raw_app_meta_data, 'app_metadata'),
    raw_user_meta_data: merge(raw_user_meta_data, 'user_metadata'),
  }
}

async function applyChanges(tx: Tx, user: User, body: Body): Promise<User> {
  const confirmed = body.flag('email_confirm') ? await confirmEmail(tx, user) : user
  const changes = { ...mergeMetadataFields(confirmed, body), ...parseBan(body, tx.now) }
  return updateUser(tx.sql, confirmed, changes, tx.now)
}

/** POST /admin/users: creates a user without sending an email. Throws AuthErrors. */
export async function createUserByAdmin(auth: Auth, body: Body): Promise<User> {
  refuseFields(body, unsupportedFields)
  if (body.text('email') === '') throw invalid('Cannot create a user without either an email or phone')
  const email = parseEmail(body.text('email'))
  const password = body.text('password')
  if (Buffer.byteLength(password) > 72) throw invalid('bcrypt: password length exceeds 72 bytes')
  const passwordHash = password === '' ? null : await auth.passwords.hash(password)
  return transact(auth, async (tx) => {
    if (await isEmailTaken(tx.sql, email)) throw createEmailTakenError()
    return applyChanges(tx, await createEmailUser(tx, { email, passwordHash, data: {} }), body)
  })
}

/** PUT /admin/users/{id}: changes a user. Throws AuthErrors. */
export async function updateUserByAdmin(auth: Auth, id: string, body: Body): Promise<User> {
  refuseFields(body, [...unsupportedFields, 'email'])
  const password = body.optionalText('password')
  if (password !== undefined) requireStrongPassword(password, auth.config())
  const passwordHash = password === undefined ? undefined : await auth.passwords.hash(password)
  return transact(auth, async (tx) => {
    const user = await findUser(tx.sql, id, { lock: true })
    if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
    const updated = passwordHash === undefined ? user : await storePassword(tx, user, passwordHash)
    return applyChanges(tx, updated, body)
  })
}
