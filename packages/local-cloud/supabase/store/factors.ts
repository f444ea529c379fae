import { randomUUID } from 'node:crypto'
import type { Sql } from '../../postgres/database.ts'
import type { FactorRow } from './types.ts'

type ChallengeRow = {
  id: string
  factor_id: string
  created_at: Date
  verified_at: Date | null
  ip: string
}

/** Creates an unverified TOTP factor. Throws the database's unique violation if the name is taken. */
export async function createTotpFactor(
  sql: Sql,
  userId: string,
  factor: { friendlyName: string; secret: string },
  now: Date,
): Promise<FactorRow> {
  const [row] = await sql<FactorRow>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', $4, $5, $5) returning *`,
    [randomUUID(), userId, factor.friendlyName, factor.secret, now],
  )
  if (!row) throw new Error('The new factor was not returned')
  return row
}

/** Creates a challenge. Resolves to its id. */
export async function createChallenge(sql: Sql, factorId: string, ip: string, now: Date): Promise<string> {
  const id = randomUUID()
  await sql(
    'insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, $3, $4)',
    [id, factorId, now, ip],
  )
  await sql('update auth.mfa_factors set last_challenged_at = $2 where id = $1', [factorId, now])
  return id
}

/** Finds a factor's challenge and locks it, so only one request can verify it. */
export async function findChallenge(
  sql: Sql,
  id: string,
  factorId: string,
): Promise<ChallengeRow | undefined> {
  const [row] = await sql<ChallengeRow>(
    'select id, factor_id, created_at, verified_at, ip_address as ip from auth.mfa_challenges where id = $1 and factor_id = $2 for update',
    [id, factorId],
  )
  return row
}

/** Marks a challenge and its factor as verified, and deletes the user's unverified factors of the same type. */
export async function acceptChallenge(
  sql: Sql,
  challenge: ChallengeRow,
  factor: FactorRow,
  now: Date,
): Promise<void> {
  await sql('update auth.mfa_challenges set verified_at = $2 where id = $1', [challenge.id, now])
  await sql("update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1", [
    factor.id,
    now,
  ])
  await sql(
    "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2",
    [factor.user_id, factor.factor_type],
  )
}

/** Deletes a factor, and lowers its sessions to assurance level 1. */
export async function deleteFactor(sql: Sql, factor: FactorRow): Promise<void> {
  await sql(
    `delete from auth.mfa_amr_claims where authentication_method = $2 and session_id in (
       select id from auth.sessions where factor_id = $1
     )`,
    [factor.id, factor.factor_type],
  )
  await sql("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [factor.id])
  await sql('delete from auth.mfa_factors where id = $1', [factor.id])
}
