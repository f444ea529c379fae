import type { Sql } from '../../postgres/database.ts'
import { secondsAfter } from '../clock.ts'
import { AuthError } from '../errors.ts'

export type MailKind = 'confirmation' | 'recovery' | 'email_change' | 'reauthentication'

/**
 * Notes that an address is written to, whether it has an account or not, and refuses when it was within the last
 * `interval` seconds. Throws a 429 AuthError.
 */
export async function claimMail(
  sql: Sql,
  kinds: readonly MailKind[],
  address: string,
  interval: number,
  now: Date,
): Promise<void> {
  if (interval === 0) return
  await sql('delete from local_cloud.mail_intervals where sent_at <= $1', [secondsAfter(now, -interval)])
  for (const kind of kinds) {
    // Another request for the same address waits here until this one is through.
    await sql(
      `insert into local_cloud.mail_intervals (kind, address, sent_at) values ($1, $2, 'epoch')
       on conflict (kind, address) do update set sent_at = mail_intervals.sent_at`,
      [kind, address],
    )
  }
  const [latest] = await sql<{ sent_at: Date | null }>(
    'select max(sent_at) as sent_at from local_cloud.mail_intervals where kind = any($1) and address = $2',
    [kinds, address],
  )
  const free = latest?.sent_at ? secondsAfter(latest.sent_at, interval) : now
  if (free > now) {
    const left = Math.floor((free.getTime() - now.getTime()) / 1000)
    throw new AuthError(
      429,
      'over_email_send_rate_limit',
      `For security purposes, you can only request this after ${left} seconds.`,
    )
  }
  await sql('update local_cloud.mail_intervals set sent_at = $3 where kind = any($1) and address = $2', [
    kinds,
    address,
    now,
  ])
}

/** Lets an address be written to again: whoever opened its mail isn't guessing. */
export async function releaseMail(sql: Sql, kinds: readonly MailKind[], address: string): Promise<void> {
  await sql('delete from local_cloud.mail_intervals where kind = any($1) and address = $2', [kinds, address])
}
