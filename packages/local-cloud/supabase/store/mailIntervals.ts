import type { Sql } from '../../postgres/database.ts'
import { secondsAfter } from '../clock.ts'
import { AuthError } from '../errors.ts'

export type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

/**
 * Records an email to a recipient, who may have no account. Throws a 429 AuthError within `intervalSeconds` of the
 * recipient's previous email of any of these kinds. Does nothing if the interval is 0.
 */
export async function recordMail(
  sql: Sql,
  kinds: readonly MailKind[],
  email: string,
  intervalSeconds: number,
  now: Date,
): Promise<void> {
  if (intervalSeconds === 0) return
  await sql('delete from local_cloud.mail_intervals where sent_at <= $1', [
    secondsAfter(now, -intervalSeconds),
  ])
  for (const kind of kinds) {
    // Concurrent requests for the same recipient wait here.
    await sql(
      `insert into local_cloud.mail_intervals (kind, address, sent_at) values ($1, $2, 'epoch')
       on conflict (kind, address) do update set sent_at = mail_intervals.sent_at`,
      [kind, email],
    )
  }
  const [latest] = await sql<{ sent_at: Date | null }>(
    'select max(sent_at) as sent_at from local_cloud.mail_intervals where kind = any($1) and address = $2',
    [kinds, email],
  )
  const allowedAt = latest?.sent_at ? secondsAfter(latest.sent_at, intervalSeconds) : now
  if (allowedAt > now) {
    const remainingSeconds = Math.floor((allowedAt.getTime() - now.getTime()) / 1000)
    throw new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${remainingSeconds} seconds.`,
    )
  }
  await sql('update local_cloud.mail_intervals set sent_at = $3 where kind = any($1) and address = $2', [
    kinds,
    email,
    now,
  ])
}

/** Lets the next email to a recipient be sent immediately, because the recipient has used the previous one. */
export async function clearMailIntervals(sql: Sql, kinds: readonly MailKind[], email: string): Promise<void> {
  await sql('delete from local_cloud.mail_intervals where kind = any($1) and address = $2', [kinds, email])
}
