import { randomUUID } from 'node:crypto'
import type { Sql } from '../../postgres/database.ts'
import { createRefreshToken } from '../crypto/codes.ts'
import type { SessionRow } from './types.ts'

export type Client = { userAgent: string | undefined; ip: string }

/** The columns of `auth.refresh_tokens` that Auth reads. */
export type RefreshTokenRow = {
  token: string
  revoked: boolean
  updated_at: Date
  parent: string | null
  session_id: string
}

export async function createSession(
  sql: Sql,
  userId: string,
  client: Client,
  now: Date,
): Promise<SessionRow> {
  const [session] = await sql<SessionRow>(
    `insert into auth.sessions (id, user_id, created_at, updated_at, user_agent, ip)
     values ($1, $2, $3, $3, $4, $5) returning *`,
    [randomUUID(), userId, now, client.userAgent ?? null, client.ip],
  )
  if (!session) throw new Error('The new session was not returned')
  return session
}

/** Finds a session by id. `lock` locks the row until the transaction ends. */
export async function findSession(
  sql: Sql,
  id: string,
  { lock = false } = {},
): Promise<SessionRow | undefined> {
  const [session] = await sql<SessionRow>(
    `select * from auth.sessions where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  )
  return session
}

/** Records an authentication method of a session. */
export async function addAmrClaim(sql: Sql, sessionId: string, method: string, now: Date): Promise<void> {
  await sql(
    `insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $2, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, now, method],
  )
}

/** Lists a session's authentication methods and their times, latest first. */
export function listAmrClaims(sql: Sql, sessionId: string) {
  return sql<{ authentication_method: string; updated_at: Date }>(
    'select authentication_method, updated_at from auth.mfa_amr_claims where session_id = $1 order by updated_at desc',
    [sessionId],
  )
}

/** Raises a session to assurance level 2, and stores its factor. */
export async function setFactor(sql: Sql, sessionId: string, factorId: string, now: Date): Promise<void> {
  const statement = "update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = $3 where id = $1"
  await sql(statement, [sessionId, factorId, now])
}

/** Records the refresh of a session. */
export async function recordSessionRefresh(
  sql: Sql,
  sessionId: string,
  client: Client,
  now: Date,
): Promise<void> {
  await sql(
    'update auth.sessions set refreshed_at = $2, updated_at = $2, user_agent = $3, ip = $4 where id = $1',
    [sessionId, now, client.userAgent ?? null, client.ip],
  )
}

/** Ends a user's sessions: all of them, or those that match the filter. */
export async function endSessions(
  sql: Sql,
  userId: string,
  filter: { onlyId?: string; exceptId?: string; belowLevel?: 'aal2' } = {},
): Promise<void> {
  await sql(
    `delete from auth.sessions where user_id = $1 and ($2::uuid is null or id = $2)
       and ($3::uuid is null or id <> $3) and ($4::text is null or aal < $4)`,
    [userId, filter.onlyId ?? null, filter.exceptId ?? null, filter.belowLevel ?? null],
  )
}

/** Stores a new refresh token. `parent` is the token that it replaces. */
export async function addRefreshToken(
  sql: Sql,
  session: SessionRow,
  parent: string | undefined,
  now: Date,
): Promise<string> {
  const token = createRefreshToken()
  await sql(
    `insert into auth.refresh_tokens (token, user_id, session_id, parent, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [token, session.user_id, session.id, parent ?? null, now],
  )
  return token
}

/** Finds a refresh token, used or not. `lock` locks the row until the transaction ends. */
export async function findRefreshToken(
  sql: Sql,
  token: string,
  { lock = false } = {},
): Promise<RefreshTokenRow | undefined> {
  const [row] = await sql<RefreshTokenRow>(
    `select * from auth.refresh_tokens where token = $1 ${lock ? 'for update' : ''}`,
    [token],
  )
  return row
}

/** Finds a session's unused refresh token. */
export async function findActiveRefreshToken(
  sql: Sql,
  sessionId: string,
): Promise<RefreshTokenRow | undefined> {
  const [row] = await sql<RefreshTokenRow>(
    'select * from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [sessionId],
  )
  return row
}

/** Replaces a session's refresh token. `parent` becomes the parent of the new token. */
export async function rotateRefreshToken(
  sql: Sql,
  session: SessionRow,
  parent: string | undefined,
  now: Date,
): Promise<string> {
  await sql(
    'update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked',
    [session.id, now],
  )
  return addRefreshToken(sql, session, parent, now)
}

/** Revokes all of a session's refresh tokens. Backdates them to 1970, so that the reuse interval does not apply. */
export async function revokeTokenFamily(sql: Sql, sessionId: string): Promise<void> {
  await sql("update auth.refresh_tokens set revoked = true, updated_at = 'epoch' where session_id = $1", [
    sessionId,
  ])
}
