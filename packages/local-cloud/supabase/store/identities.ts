import type { Sql } from '../../postgres/database.ts'
import type { IdentityRow, Metadata, User } from './types.ts'

/** Adds an email identity to a new user. */
export async function addIdentity(sql: Sql, user: User, data: Metadata, now: Date): Promise<User> {
  const identities = await sql<IdentityRow>(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::uuid, $1, $2, 'email', $3, $3, $3) returning *`,
    [user.id, JSON.stringify(data), now],
  )
  return { ...user, identities }
}

/** Merges data into a user's identity. */
export async function mergeIdentityData(sql: Sql, user: User, data: Metadata, now: Date): Promise<User> {
  const identities = await sql<IdentityRow>(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 returning *`,
    [user.id, JSON.stringify(data), now],
  )
  return { ...user, identities }
}
