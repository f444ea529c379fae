import type { Sql } from '../../postgres/database.ts'
import type { IdentityRow, Metadata, User } from './types.ts'
import { mergeMetadata, updateUser } from './users.ts'

/** The initial data of an email identity. */
export function createEmailIdentityData(userId: string, email: string): Metadata {
  return { sub: userId, email, email_verified: false, phone_verified: false }
}

export async function addIdentity(
  sql: Sql,
  user: User,
  provider: string,
  data: Metadata,
  now: Date,
): Promise<User> {
  const [identity] = await sql<IdentityRow>(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5) returning *`,
    [String(data.sub), user.id, JSON.stringify(data), provider, now],
  )
  return identity ? { ...user, identities: [...user.identities, identity] } : user
}

/** Merges data into a user's identity of one provider, and creates it if necessary. */
export async function saveIdentity(
  sql: Sql,
  user: User,
  provider: string,
  data: Metadata,
  now: Date,
): Promise<User> {
  const existing = user.identities.find((identity) => identity.provider === provider)
  if (!existing) return addIdentity(sql, user, provider, { sub: user.id, ...data }, now)
  const merged = mergeMetadata(existing.identity_data, data)
  const [changed] = await sql<IdentityRow>(
    'update auth.identities set identity_data = $2, updated_at = $3 where id = $1 returning *',
    [existing.id, JSON.stringify(merged), now],
  )
  const identities = user.identities.map((identity) =>
    identity === existing && changed ? changed : identity,
  )
  return { ...user, identities }
}

/** Stores the providers of a user's identities in app_metadata. */
export async function saveProviders(sql: Sql, user: User, now: Date): Promise<User> {
  const providers = [...new Set(user.identities.map((identity) => identity.provider))]
  const updates = { providers, ...(providers[0] ? { provider: providers[0] } : {}) }
  return updateUser(sql, user, { raw_app_meta_data: mergeMetadata(user.raw_app_meta_data, updates) }, now)
}
