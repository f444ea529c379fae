import { randomUUID } from 'node:crypto'
import { log } from '@/lib/log'
import type { Database } from './database'

/** An exclusive lock on a key, with an expiry. Each lease on a key has a greater fencing token than the one before. */
export type Lease = { key: string; token: number }

/** Thrown when another worker still holds the key after the maximum wait. */
export class LeaseBusy extends Error {
  override readonly name = 'LeaseBusy'
}

/** The lifetime of a lease that is neither renewed nor released. */
const durationMs = 30_000

/** SQL for the expiry of a lease that lasts `$3` milliseconds from now. */
const expirySql = `now() + $3 * interval '1 millisecond'`

/**
 * Runs `work` while holding the lease on the key, without an open transaction. The lease is renewed until `work` ends.
 * A worker that is suspended, or cannot reach the database, can lose the lease to another, and must not overwrite data
 * written with a greater token.
 *
 * @param options.timeoutMs - the maximum wait for the lease
 * @throws LeaseBusy when another worker holds the key for the whole wait; errors from `work` and the database
 */
export async function withLease<Result>(
  database: Database,
  key: string,
  work: (lease: Lease) => Promise<Result>,
  { timeoutMs = 10_000 }: { timeoutMs?: number | undefined } = {},
): Promise<Result> {
  const holder = randomUUID()
  const token = await acquireLease(database, key, holder, Date.now() + timeoutMs)
  const update = (changes: string, values: unknown[] = []) =>
    database
      .sql(`update leases set ${changes} where key = $1 and holder = $2`, [key, holder, ...values])
      .catch((error: unknown) => log.error('billing', 'lease: update failed; the lease will expire', error))
  const renewal = setInterval(() => update(`expires_at = ${expirySql}`, [durationMs]), durationMs / 3)
  try {
    return await work({ key, token })
  } finally {
    clearInterval(renewal)
    await update('holder = null, expires_at = now()')
  }
}

async function acquireLease(
  database: Database,
  key: string,
  holder: string,
  waitUntilMs: number,
): Promise<number> {
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 400)) {
    const [lease] = await database.sql<{ token: string }>(
      `insert into leases (key, token, holder, expires_at)
         values ($1, 1, $2, ${expirySql})
       on conflict (key) do update
         set token = leases.token + 1, holder = excluded.holder, expires_at = excluded.expires_at
         where leases.holder is null or leases.expires_at < now()
       returning token`,
      [key, holder, durationMs],
    )
    if (lease) return Number(lease.token)
    if (Date.now() + pauseMs > waitUntilMs) throw new LeaseBusy(key)
    await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())))
  }
}
