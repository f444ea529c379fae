import { expect, test } from 'vitest'
import type { Sql } from '@/lib/database/database'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { attachPurchase } from '@/lib/membership/ownership'
import { openPortal } from '@/lib/membership/portal'
import { setUpSite } from './support.ts'

const site = await setUpSite()

/** Statements that insert enough rows for the planner to prefer an index. */
const fillStatements = [
  `insert into customers (stripe_customer_id, user_id, email)
     select 'cus_' || n, case when n % 3 > 0 then gen_random_uuid() end, n || '@example.com'
     from generate_series(1, 1500) n`,
  `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, started_at, synced_at)
     select 'sub_' || stripe_customer_id, stripe_customer_id, user_id, 'active', now(), now() from customers
     where stripe_customer_id ~ '^cus_[0-9]+$'`,
  `insert into consents (stripe_session_id, user_id, offer_revision, terms, intro, shown_at)
     select 'cs_' || n, gen_random_uuid(), '', '{}', true, now() from generate_series(1, 1500) n`,
  `insert into stripe_events (id, type, created_at) select 'evt_' || n, '', now() from generate_series(1, 1500) n`,
  `insert into leases (key, token, expires_at) select 'customer:' || n, 1, now() from generate_series(1, 1500) n`,
  `insert into rate_limits select 'limit:' || n, now(), 1 from generate_series(1, 1500) n`,
  `insert into notices (stripe_subscription_id, kind, period, amount)
     select stripe_subscription_id, 'yearly', now(), 1 from subscriptions`,
  `insert into alerts (key, text) select 'key-' || n, '' from generate_series(1, 1500) n`,
  `insert into introductions select 'hash-' || n from generate_series(1, 1500) n`,
  `insert into sync_queue (stripe_customer_id) select 'cus_' || n from generate_series(1, 1500) n`,
]

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** Lists the tables that a plan reads with a sequential scan. */
function listScannedTables(plan: Plan): string[] {
  const ownTables = plan['Node Type'] === 'Seq Scan' ? [String(plan['Relation Name'])] : []
  return [...ownTables, ...(plan.Plans ?? []).flatMap(listScannedTables)]
}

test('no statement for a guest, a member or a webhook scans a whole table', async () => {
  const { database } = site.billing
  const statements = new Map<string, unknown[]>()
  const recordStatements =
    (sql: Sql): Sql =>
    (text, values) => {
      statements.set(text, values ?? [])
      return sql(text, values)
    }
  site.billing.database = {
    ...database,
    sql: recordStatements(database.sql),
    transaction: (work) => database.transaction((sql) => work(recordStatements(sql))),
  }
  const member = await site.createMember()
  await site.check(member)
  await openPortal(site.billing, member)
  await expect(site.checkout({ user: member })).rejects.toThrow('already_subscribed')
  const guest = { network: 'somebody', email: 'guest@example.com' }
  await site.buy(guest)
  await attachPurchase(site.billing, { ...site.createUser(), email: guest.email })
  await endMembershipFor(member, site.billing)
  expect(statements.size).toBeGreaterThan(20)

  for (const statement of fillStatements) await database.sql(statement)
  await site.analyze()
  const scanningStatements: string[] = []
  for (const [text, values] of statements) {
    const [row] = await database.sql<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (format json) ${text}`,
      values,
    )
    const tables = row ? listScannedTables(row['QUERY PLAN'][0]?.Plan ?? { 'Node Type': '' }) : []
    if (tables.length > 0) scanningStatements.push(`${tables.join()}: ${text}`)
  }
  expect(scanningStatements).toEqual([])
})
