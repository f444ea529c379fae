import pg from 'pg'
import { connectionTo } from '@/lib/databaseConnection'
import { Findings } from '../lib/findings.ts'
import { pendingMigrations } from '../lib/migrateDatabase.ts'
import type { Settings } from '../lib/settings.ts'

const guarded = ['customers', 'subscriptions', 'claims', 'consents', 'leases', 'rate_limits', 'stripe_events']

/** A database that sleeps needs a while to wake up. Milliseconds. */
const timeoutMs = 60_000

/** Checks that the database answers, has every migration, and keeps its tables to itself. */
export async function checkDatabase({ DATABASE_URL: url, DATABASE_CA: ca }: Settings): Promise<Findings> {
  const findings = new Findings('Postgres')
  if (!url) {
    findings.expect(false, '', 'DATABASE_URL is missing: nothing can be sold without it.')
    return findings
  }
  const client = new pg.Client({ ...connectionTo(url, ca), connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  await findings.attempt('The database does not answer', async () => {
    await client.connect()
    const pending = await pendingMigrations(client)
    findings.expect(
      pending.length === 0,
      'Every migration of supabase/migrations is applied.',
      `Not applied yet: ${pending.join(', ')}. npm run provision applies them.`,
    )
    if (pending.length > 0) return
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)
         and not relrowsecurity`,
      [guarded],
    )
    findings.expect(
      rows.length === 0,
      'Row-level security is on.',
      `Row-level security is off for ${rows.map(({ relname }) => relname).join(', ')}: turn it on.`,
    )
  })
  await client.end().catch(() => {})
  return findings
}
