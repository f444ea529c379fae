import type { Sql } from '../../postgres/database.ts'
import type { FactorRow, IdentityRow, Metadata, User, UserRow } from './types.ts'

export const AUDIENCE = 'authenticated'

async function addIdentitiesAndFactors(sql: Sql, rows: UserRow[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id)
  const identities = await sql<IdentityRow>(
    'select * from auth.identities where user_id = any($1) order by created_at, id',
    [ids],
  )
  const factors = await sql<FactorRow>(
    'select * from auth.mfa_factors where user_id = any($1) order by created_at, id',
    [ids],
  )
  return rows.map((row) => ({
    ...row,
    identities: identities.filter(({ user_id }) => user_id === row.id),
    factors: factors.filter(({ user_id }) => user_id === row.id),
  }))
}

/** Finds a user by id. `lock` locks the row until the transaction ends. */
export async function findUser(sql: Sql, id: string, { lock = false } = {}): Promise<User | undefined> {
  const rows = await sql<UserRow>(`select * from auth.users where id = $1 ${lock ? 'for update' : ''}`, [id])
  return (await addIdentitiesAndFactors(sql, rows))[0]
}

/** Lists one page of users, newest first. */
export async function listUsers(
  sql: Sql,
  { page, perPage }: { page: number; perPage: number },
): Promise<User[]> {
  const rows = await sql<UserRow>(
    'select * from auth.users order by created_at desc, id limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  )
  return addIdentitiesAndFactors(sql, rows)
}

/** Finds a user by lowercase email. `lock` locks the row until the transaction ends. */
export async function findUserByEmail(
  sql: Sql,
  email: string,
  { lock = false } = {},
): Promise<User | undefined> {
  const rows = await sql<UserRow>(
    `select * from auth.users where email = $1 and aud = $2 ${lock ? 'for update' : ''}`,
    [email, AUDIENCE],
  )
  return (await addIdentitiesAndFactors(sql, rows))[0]
}

/** Serializes the transactions that call this for the same email, even if no account has the email yet. */
export async function lockEmail(sql: Sql, email: string): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [email])
}

/** Whether the account or an identity of a user other than `exceptId` has the email. */
export async function isEmailTaken(sql: Sql, email: string, exceptId?: string): Promise<boolean> {
  const rows = await sql(
    `select 1 from auth.users where email = $1 and id is distinct from $2
     union all select 1 from auth.identities where email = $1 and user_id is distinct from $2 limit 1`,
    [email, exceptId ?? null],
  )
  return rows.length > 0
}

/** Creates a user with the provider `email`. Throws the database's unique violation if a user has the email. */
export async function createUser(
  sql: Sql,
  user: { id: string; email: string; passwordHash: string | null; userMetadata: Metadata },
  now: Date,
): Promise<User> {
  const appMetadata = { provider: 'email', providers: ['email'] }
  const [row] = await sql<UserRow>(
    `insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data, raw_app_meta_data,
       created_at, updated_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $7) returning *`,
    [
      user.id,
      AUDIENCE,
      user.email,
      user.passwordHash,
      JSON.stringify(user.userMetadata),
      JSON.stringify(appMetadata),
      now,
    ],
  )
  if (!row) throw new Error('The new user was not returned')
  return { ...row, identities: [], factors: [] }
}

type Changes = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'updated_at'>>

function toColumnValue(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isJson ? JSON.stringify(value) : value
}

/** Updates columns of a user. Resolves to the updated user. */
export async function updateUser(sql: Sql, user: User, changes: Changes, now: Date): Promise<User> {
  const columns = Object.entries(changes)
  const assignments = columns.map(([column], index) => `${column} = $${index + 3}`)
  const [row] = await sql<UserRow>(
    `update auth.users set ${[...assignments, 'updated_at = $2'].join(', ')} where id = $1 returning *`,
    [user.id, now, ...columns.map(([, value]) => toColumnValue(value))],
  )
  if (!row) throw new Error(`The user ${user.id} does not exist`)
  return { ...user, ...row }
}

/** Merges updates into metadata; null deletes a key. */
export function mergeMetadata(current: Metadata | null, updates: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...current, ...updates }).filter(([key, value]) => value !== null || !(key in updates)),
  )
}

/** Deletes a user. Foreign keys cascade the deletion to the user's rows in the other tables of `auth`. */
export async function deleteUser(sql: Sql, id: string): Promise<void> {
  await sql('delete from auth.users where id = $1', [id])
}

export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

/** The number of verified second factors. */
export function countVerifiedFactors(user: User): number {
  return user.factors.filter((factor) => factor.status === 'verified').length
}
