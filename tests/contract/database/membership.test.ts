import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from 'local-cloud/testing/authService'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../../scripts/lib/migrateDatabase.ts'

// With TEST_POSTGRES_URL all of this runs on a real PostgreSQL instead of PGlite.
const ada = '00000000-0000-4000-8000-00000000ada0'
const bob = '00000000-0000-4000-8000-00000000b0b0'

let database: { url: string; close(): Promise<void> }
let client: pg.Client
let firstRun: string[]

beforeAll(async () => {
  database = await startDatabase()
  firstRun = await migrateDatabase(database.url)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const [user, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ]) {
    await client.query('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
      `cus_${name}`,
      user,
      `${name}@example.com`,
    ])
    await subscription(`sub_${name}`, `cus_${name}`, user ?? '', 'active')
  }
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const subscription = (id: string, customer: string, user: string | null, status: string) =>
  client.query(
    `insert into subscriptions
       (stripe_subscription_id, stripe_customer_id, user_id, status, started_at, version, synced_at)
     values ($1, $2, $3, $4, now(), 1, now())`,
    [id, customer, user, status],
  )

/** Runs a statement as a role of the API, in a transaction that is always taken back. */
async function as(
  role: 'anon' | 'authenticated',
  user: string | null,
  statement: string,
): Promise<unknown[]> {
  await client.query('begin')
  try {
    await client.query(`set local role ${role}`)
    if (user) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: user })])
    }
    return (await client.query(statement)).rows
  } finally {
    await client.query('rollback')
  }
}

const tables = [
  'customers',
  'subscriptions',
  'leases',
  'stripe_events',
  'consents',
  'claims',
  'rate_limits',
  'reconcile_cursors',
]

describe('migrations', () => {
  test('are applied once, by whoever comes first', async () => {
    expect(firstRun.length).toBeGreaterThan(0)
    expect(await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])).toEqual([
      [],
      [],
    ])
  })

  test('refuse a file that was changed after it had been applied, and one that fails leaves nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    const file = join(folder, '20000101000000_first.sql')
    writeFileSync(file, 'create table first_one (id int)')
    expect(await migrateDatabase(database.url, { folder })).toEqual(['20000101000000_first'])
    writeFileSync(file, 'create table first_one (id text)')
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow(
      /was changed after it had been applied/,
    )

    writeFileSync(file, 'create table first_one (id int)')
    writeFileSync(join(folder, '20000101000001_second.sql'), 'create table second_one (id int); select 1/0')
    await expect(migrateDatabase(database.url, { folder })).rejects.toThrow(/division by zero/)
    const { rows } = await client.query(`select to_regclass('second_one') as found`)
    expect(rows).toEqual([{ found: null }])
  })
})

describe('row-level security', () => {
  test.each(tables)('%s is on, and anonymous visitors reach nothing', async (table) => {
    const { rows } = await client.query('select relrowsecurity from pg_class where oid = $1::regclass', [
      table,
    ])
    expect(rows).toEqual([{ relrowsecurity: true }])
    await expect(as('anon', null, `select * from ${table}`)).rejects.toThrow(/permission denied/)
    await expect(as('anon', null, `delete from ${table}`)).rejects.toThrow(/permission denied/)
  })

  test('covers every table there is', async () => {
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname = 'public' and not rowsecurity and tablename not like '%_one'`,
    )
    expect(rows).toEqual([])
  })

  test.each([
    [ada, 'sub_ada', 'cus_ada'],
    [bob, 'sub_bob', 'cus_bob'],
  ])('%s reads only what is theirs', async (user, subscriptionId, customer) => {
    expect(await as('authenticated', user, 'select stripe_subscription_id as id from subscriptions')).toEqual(
      [{ id: subscriptionId }],
    )
    expect(await as('authenticated', user, 'select stripe_customer_id as id from customers')).toEqual([
      { id: customer },
    ])
  })

  test('a token without a user, and a user without a membership, read nothing', async () => {
    for (const user of [null, '00000000-0000-4000-8000-000000000000']) {
      expect(await as('authenticated', user, 'select * from subscriptions')).toEqual([])
      expect(await as('authenticated', user, 'select * from customers')).toEqual([])
    }
  })

  test.each([
    `update subscriptions set status = 'active', current_period_end = now() + interval '10 years'`,
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, started_at, version, synced_at)
       values ('sub_free', 'cus_ada', '${ada}', 'active', now(), 1, now())`,
    'delete from subscriptions',
    `update customers set stripe_customer_id = 'cus_bob'`,
    'select * from claims',
    'select * from rate_limits',
    'truncate subscriptions',
  ])('a member cannot: %s', async (statement) => {
    await expect(as('authenticated', ada, statement)).rejects.toThrow(/permission denied/)
  })
})

describe('the constraints', () => {
  test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'])(
    'nobody has a second membership that is %s',
    async (status) => {
      await expect(subscription('sub_second', 'cus_ada', ada, status)).rejects.toThrow(/one_live_per_user/)
    },
  )

  test('memberships that have ended do not count, and neither do guests', async () => {
    await client.query('begin')
    await subscription('sub_old_1', 'cus_ada', ada, 'canceled')
    await subscription('sub_old_2', 'cus_ada', ada, 'incomplete_expired')
    await client.query(`insert into customers (stripe_customer_id) values ('cus_guest_1'), ('cus_guest_2')`)
    await subscription('sub_guest_1', 'cus_guest_1', null, 'active')
    await subscription('sub_guest_2', 'cus_guest_2', null, 'active')
    await client.query('rollback')
  })

  test('a user is one customer, and a customer is one user', async () => {
    const insert = (customer: string, user: string) =>
      client.query('insert into customers (stripe_customer_id, user_id) values ($1, $2)', [customer, user])
    await expect(insert('cus_other', ada)).rejects.toThrow(/unique/)
    await expect(insert('cus_ada', '00000000-0000-4000-8000-000000000001')).rejects.toThrow(/unique/)
  })
})
