import { randomUUID } from 'node:crypto'
import type { Sql } from '../../postgres/database.ts'
import { secondsAfter } from '../clock.ts'

/** What a link in an e-mail was asked for, as far as an exchange of codes depends on it. */
export type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'invite'

export type FlowState = {
  id: string
  user_id: string | null
  auth_code: string | null
  code_challenge: string | null
  code_challenge_method: string | null
  authentication_method: FlowMethod
  auth_code_issued_at: Date | null
  created_at: Date
}

/** What a client that wants to exchange a code sends along (RFC 7636). */
export type Challenge = { codeChallenge: string; codeChallengeMethod: string }

/** Links that nobody opened within a day are forgotten. Seconds. */
const FORGOTTEN = 86_400

/** Remembers a client's challenge until the link is opened. */
export async function createFlowState(
  sql: Sql,
  userId: string,
  method: FlowMethod,
  challenge: Challenge,
  now: Date,
): Promise<void> {
  await sql('delete from auth.flow_state where created_at < $1', [secondsAfter(now, -FORGOTTEN)])
  await sql(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
       authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $7)`,
    [
      randomUUID(),
      userId,
      randomUUID(),
      challenge.codeChallenge,
      challenge.codeChallengeMethod.toLowerCase(),
      method,
      now,
    ],
  )
}

/** The code that the opened link hands back; undefined when nobody asked for one. */
export async function issueAuthCode(
  sql: Sql,
  userId: string,
  method: FlowMethod,
  now: Date,
): Promise<string | undefined> {
  const [state] = await sql<{ auth_code: string }>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3 where id = (
       select id from auth.flow_state where user_id = $1 and authentication_method = $2
       order by created_at desc, id limit 1
     ) returning auth_code`,
    [userId, method, now],
  )
  return state?.auth_code
}

/** Takes the state that belongs to a code, which cannot be used again once the transaction is through. */
export async function takeFlowState(sql: Sql, authCode: string): Promise<FlowState | undefined> {
  const [state] = await sql<FlowState>('select * from auth.flow_state where auth_code = $1 for update', [
    authCode,
  ])
  return state
}

/** Forgets a state that was used. */
export async function deleteFlowState(sql: Sql, id: string): Promise<void> {
  await sql('delete from auth.flow_state where id = $1', [id])
}

/**
 * Whether an exchange comes too late. `lifetime` in seconds counts from the opening of a magic link, and from the
 * request of all others, as on the hosted service.
 */
export function isFlowExpired(state: FlowState, lifetime: number, now: Date): boolean {
  const opened = state.authentication_method === 'magiclink' ? state.auth_code_issued_at : null
  return now > secondsAfter(opened ?? state.created_at, lifetime)
}
