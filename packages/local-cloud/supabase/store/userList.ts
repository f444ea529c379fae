import type { Sql } from '../../postgres/database.ts'
import type { FactorRow, IdentityRow, User, UserRow } from './types.ts'
import { AUDIENCE } from './users.ts'

/** A page of users, the latest first, and how many there are. `filter` is a part of the address or the full name. */
export async function listUsers(
  sql: Sql,
  request: { page: number; perPage: number; filter: string },
): Promise<{ users: User[]; total: number }> {
  const { page, perPage, filter } = request
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const where = `aud = $1 and ($2 = '%%' or email like lower($2) or raw_user_meta_data ->> 'full_name' ilike $2)`
  const [count] = await sql<{ total: string }>(`select count(*) as total from auth.users where ${where}`, [
    AUDIENCE,
    pattern,
  ])
  const rows = await sql<UserRow>(
    `select * from auth.users where ${where} order by created_at desc, id desc limit $3 offset $4`,
    [AUDIENCE, pattern, perPage, (page - 1) * perPage],
  )
  const ids = rows.map((row) => row.id)
  const identities = await sql<IdentityRow>(
    'select * from auth.identities where user_id = any($1) order by created_at, id',
    [ids],
  )
  const factors = await sql<FactorRow>(
    'select * from auth.mfa_factors where user_id = any($1) order by created_at, id',
    [ids],
  )
  const users = rows.map((row) => ({
    ...row,
    identities: identities.filter((identity) => identity.user_id === row.id),
    factors: factors.filter((factor) => factor.user_id === row.id),
  }))
  return { users, total: Number(count?.total ?? 0) }
}
