import { randomUUID } from 'node:crypto'
import type { Sql } from '../../postgres/database.ts'
import type { FactorRow, IdentityRow, Metadata, User, UserRow } from './types.ts'

/** The audience of everybody who signs in. */
export const AUDIENCE = 'authenticated'

async function complete(sql: Sql, row: UserRow | undefined): Promise<User | undefined> {
  if (!row) return undefined
  const identities = await sql<IdentityRow>(
    'select * from auth.identities where user_id = $1 order by created_at, id',
    [row.id],
  )
  const factors = await sql<FactorRow>(
    'select * from auth.mfa_factors where user_id = $1 order by created_at, id',
    [row.id],
  )
  return { ...row, identities, factors }
}

/** The user with this id; locked until the transaction ends when `lock` is set. */
export async function findUser(sql: Sql, id: string, lock = false): Promise<User | undefined> {
  const [row] = await sql<UserRow>(`select * from auth.users where id = $1 ${lock ? 'for update' : ''}`, [id])
  return complete(sql, row)
}

/** One page of the users, newest first. */
export async function listUsers(sql: Sql, page: number, perPage: number): Promise<User[]> {
  const rows = await sql<UserRow>(
    'select * from auth.users order by created_at desc, id limit $1 offset $2',
    [perPage, (page - 1) * perPage],
  )
  return (await Promise.all(rows.map((row) => complete(sql, row)))).filter((user) => user !== undefined)
}

/** The user with this address, which is lower-case. */
export async function findUserByEmail(sql: Sql, email: string, lock = false): Promise<User | undefined> {
  const [row] = await sql<UserRow>(
    `select * from auth.users where email = $1 and not is_sso_user and aud = $2 ${lock ? 'for update' : ''}`,
    [email, AUDIENCE],
  )
  return complete(sql, row)
}

/** Lets only one transaction at a time decide what becomes of an address, whether somebody has it yet or not. */
export async function lockAddress(sql: Sql, email: string): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [email])
}

/** Whether somebody other than `exceptId` has this address, with an identity or as a user. */
export async function isEmailTaken(sql: Sql, email: string, exceptId?: string): Promise<boolean> {
  const rows = await sql(
    `select 1 from auth.users where email = $1 and id is distinct from $2
     union all select 1 from auth.identities where email = $1 and user_id is distinct from $2 limit 1`,
    [email, exceptId ?? null],
  )
  return rows.length > 0
}

/** What a new user starts with. */
export type NewUser = {
  email: string
  passwordHash?: string | null
  userMetadata?: Metadata
  appMetadata?: Metadata
}

/** Adds a user. Throws the database's unique violation when the address is taken. */
export async function createUser(sql: Sql, user: NewUser, now: Date): Promise<User> {
  const [row] = await sql<UserRow>(
    `insert into auth.users (id, aud, role, email, encrypted_password, raw_user_meta_data, raw_app_meta_data,
       created_at, updated_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $7) returning *`,
    [
      randomUUID(),
      AUDIENCE,
      user.email,
      user.passwordHash ?? null,
      JSON.stringify(user.userMetadata ?? {}),
      JSON.stringify(user.appMetadata ?? {}),
      now,
    ],
  )
  if (!row) throw new Error('The new user was not returned')
  return { ...row, identities: [], factors: [] }
}

type Changes = Partial<Omit<UserRow, 'id' | 'confirmed_at' | 'updated_at'>>

function columnValue(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isJson ? JSON.stringify(value) : value
}

/** Writes the named columns of a user, and answers the user as it is then. */
export async function updateUser(sql: Sql, user: User, changes: Changes, now: Date): Promise<User> {
  const columns = Object.entries(changes)
  const assignments = columns.map(([column], index) => `${column} = $${index + 3}`)
  const [row] = await sql<UserRow>(
    `update auth.users set ${[...assignments, 'updated_at = $2'].join(', ')} where id = $1 returning *`,
    [user.id, now, ...columns.map(([, value]) => columnValue(value))],
  )
  if (!row) throw new Error(`The user ${user.id} is gone`)
  return { ...user, ...row }
}

/** Metadata with updates merged in; a key that is set to null goes. */
export function mergeMetadata(current: Metadata | null, updates: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries({ ...current, ...updates }).filter(([key, value]) => value !== null || !(key in updates)),
  )
}

/** Removes a user with all that belongs to it. */
export async function deleteUser(sql: Sql, id: string): Promise<void> {
  await sql('delete from auth.users where id = $1', [id])
}

/** Whether the user may not sign in for now. */
export function isBanned(user: UserRow, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now
}

/** Whether the user has a verified second factor. */
export function hasSecondFactor(user: User): boolean {
  return user.factors.some((factor) => factor.status === 'verified')
}
