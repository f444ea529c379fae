import { isSameSecret } from '../../http/secrets.ts'
import type { Sql } from '../../postgres/database.ts'
import { secondsAfter } from '../clock.ts'

export type TokenType =
  | 'confirmation_token'
  | 'recovery_token'
  | 'reauthentication_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

export type OneTimeToken = {
  user_id: string
  token_type: TokenType
  token_hash: string
  relates_to: string
  created_at: Date
}

/** Stores a code's hash, replacing the user's earlier one of the same type. `relatesTo` is the recipient's email. */
export async function saveOneTimeToken(
  sql: Sql,
  token: { userId: string; type: TokenType; hash: string; relatesTo: string },
  now: Date,
): Promise<void> {
  await sql(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (user_id, token_type) do update set token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [token.userId, token.type, token.hash, token.relatesTo, now],
  )
}

/** Finds a token of one of the types by its hash and locks it, so only one request can use it. */
export async function findOneTimeToken(
  sql: Sql,
  hash: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  const [token] = await sql<OneTimeToken>(
    'select * from auth.one_time_tokens where token_hash = $1 and token_type = any($2) for update',
    [hash, types],
  )
  return token
}

/** Finds a user's token of one of the types by its hash, and locks the user's tokens of these types. */
export async function findUserToken(
  sql: Sql,
  userId: string,
  hash: string,
  types: readonly TokenType[],
): Promise<OneTimeToken | undefined> {
  const tokens = await sql<OneTimeToken>(
    'select * from auth.one_time_tokens where user_id = $1 and token_type = any($2) for update',
    [userId, types],
  )
  return tokens.find((token) => isSameSecret(token.token_hash, hash))
}

export function isExpired(token: OneTimeToken, lifetimeSeconds: number, now: Date): boolean {
  return now > secondsAfter(token.created_at, lifetimeSeconds)
}

/** Deletes all of a user's tokens, or only those of one type. */
export async function clearOneTimeTokens(sql: Sql, userId: string, type?: TokenType): Promise<void> {
  await sql('delete from auth.one_time_tokens where user_id = $1 and ($2::text is null or token_type = $2)', [
    userId,
    type ?? null,
  ])
}
