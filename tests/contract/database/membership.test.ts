import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDatabase } from 'local-cloud/testing/authService'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '@/lib/database/database'
import { LeaseBusy, withLease } from '@/lib/database/lease'
import { createRowSetting, databaseChecks, siteRights } from '../../../scripts/provision/databaseChecks.ts'
import { readTable } from '../../../scripts/provision/findings.ts'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'
import { createTemporaryFolder } from '../../support/temporaryFolder.ts'

const ada = '00000000-0000-4000-8000-00000000ada0'
const bob = '00000000-0000-4000-8000-00000000b0b0'

const database = await startDatabase()
const firstRun = await migrateDatabase(database.url)
const client = new pg.Client({ connectionString: database.url })
await client.connect()

beforeAll(async () => {
  for (const [user, name] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ]) {
    await client.query('insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)', [
      `cus_${name}`,
      user,
      `${name}@example.com`,
    ])
    await insertSubscription(`sub_${name}`, `cus_${name}`, user ?? '', 'active')
  }
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const insertSubscription = (id: string, customer: string, user: string | null, status: string) =>
  client.query(
    `insert into subscriptions
       (stripe_subscription_id, stripe_customer_id, user_id, status, started_at, synced_at)
     values ($1, $2, $3, $4, now(), now())`,
    [id, customer, user, status],
  )

type Role = 'anon' | 'authenticated' | 'service_role' | 'site'

/** Runs a statement as a role, after an optional statement as the owner. Both are rolled back. */
async function runAs(
  role: Role,
  statement: string,
  { user, ownerStatement }: { user?: string; ownerStatement?: string } = {},
) {
  await client.query('begin')
  try {
    if (ownerStatement) await client.query(ownerStatement)
    await client.query(`set local role ${role}`)
    if (user) {
      await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: user })])
    }
    return (await client.query(statement)).rows
  } finally {
    await client.query('rollback')
  }
}

const tables = Object.keys(siteRights)

describe('migrations', () => {
  test('are applied once: later concurrent calls apply none', async () => {
    expect(firstRun.length).toBeGreaterThan(0)
    expect(await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)])).toEqual([
      [],
      [],
    ])
  })

  test('fail if an applied migration was changed, and are rolled back if a statement fails', async () => {
    const folder = createTemporaryFolder('migrations')
    const file = join(folder, '20000101000000_first.sql')
    writeFileSync(file, '-- A comment.\ncreate table first_one (id int)')
    expect(await migrateDatabase(database.url, { folder })).toEqual(['20000101000000_first'])
    writeFileSync(file, '-- A corrected comment.\ncreate table first_one (id int)')
    expect(await migrateDatabase(database.url, { folder })).toEqual([])
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

describe('the tables', () => {
  test('are exactly those listed in siteRights, each with row-level security', async () => {
    const { rows } = await client.query(
      `select relname as name, relrowsecurity as guarded from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relname not like '%_one'
        order by relname`,
    )
    expect(rows).toEqual(tables.map((name) => ({ name, guarded: true })))
  })

  test.each(tables)('are closed to every role of the data API: %s', async (table) => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const) {
      for (const statement of [
        `select * from ${table}`,
        `insert into ${table} default values`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(runAs(role, statement, { user: ada }), role).rejects.toThrow(/permission denied/)
      }
    }
  })

  test.each(tables)(
    'have no rows for the public roles, even if access is granted by mistake: %s',
    async (table) => {
      const ownerStatement = `grant all on ${table} to anon, authenticated`
      for (const role of ['anon', 'authenticated'] as const) {
        expect(await runAs(role, `select * from ${table}`, { user: ada, ownerStatement })).toEqual([])
        expect(await runAs(role, `delete from ${table} returning 1`, { user: ada, ownerStatement })).toEqual(
          [],
        )
      }
    },
  )

  test('that are created later are closed to the data API and to the site’s role', async () => {
    for (const role of ['anon', 'authenticated', 'service_role', 'site'] as const) {
      await expect(
        runAs(role, 'select * from later', { ownerStatement: 'create table later ()' }),
      ).rejects.toThrow(/permission denied/)
    }
  })
})

describe('the site’s role', () => {
  test('has exactly the privileges listed in siteRights', async () => {
    const settings = databaseChecks.map((check) => createRowSetting(check, (action) => action(client)))
    expect(await readTable(settings)).toEqual(
      expect.arrayContaining([
        { state: 'right', text: 'The role site has exactly the privileges that the site needs.' },
      ]),
    )
  })

  test('has a statement timeout, but no login and no administrative rights', async () => {
    const { rows } = await client.query(
      `select rolcanlogin, rolpassword, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, setconfig
         from pg_authid left join pg_db_role_setting on setrole = pg_authid.oid where rolname = 'site'`,
    )
    expect(rows).toEqual([
      {
        rolcanlogin: false,
        rolpassword: null,
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        setconfig: ['statement_timeout=10s'],
      },
    ])
  })
})

describe('under the constraints', () => {
  test.each(['active', 'trialing', 'past_due', 'unpaid', 'paused'])(
    'no user with a live membership can have a second one that is %s',
    async (status) => {
      await expect(insertSubscription('sub_second', 'cus_ada', ada, status)).rejects.toThrow(
        /one_live_per_user/,
      )
    },
  )

  test('a user can have ended memberships besides a live one, and each guest can have a live one', async () => {
    await client.query('begin')
    await insertSubscription('sub_old_1', 'cus_ada', ada, 'canceled')
    await insertSubscription('sub_old_2', 'cus_ada', ada, 'incomplete_expired')
    await client.query(`insert into customers (stripe_customer_id) values ('cus_guest_1'), ('cus_guest_2')`)
    await insertSubscription('sub_guest_1', 'cus_guest_1', null, 'active')
    await insertSubscription('sub_guest_2', 'cus_guest_2', null, 'active')
    await client.query('rollback')
  })

  test('a user has at most one customer, and a customer at most one user', async () => {
    const insertCustomer = (customer: string, user: string) =>
      client.query('insert into customers (stripe_customer_id, user_id) values ($1, $2)', [customer, user])
    await expect(insertCustomer('cus_other', ada)).rejects.toThrow(/unique/)
    await expect(insertCustomer('cus_ada', '00000000-0000-4000-8000-000000000001')).rejects.toThrow(/unique/)
  })
})

test('a lease does not expire while its work continues, however long that takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const site = openDatabase(database.url)
  onTestFinished(() => site.close())
  const [started, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const work = withLease(site, 'buyer:ada', () => {
    started.resolve()
    return finished.promise
  })
  await started.promise
  // Simulates an expired lease. The next renewal, after 10 seconds, extends it.
  await client.query(`update leases set expires_at = now() - interval '1 second' where key = 'buyer:ada'`)
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(async () => {
    const current = `select from leases where key = 'buyer:ada' and expires_at > now() + interval '29 seconds'`
    expect((await client.query(current)).rowCount).toBe(1)
  })
  const tryLease = () => withLease(site, 'buyer:ada', async ({ token }) => token, { timeoutMs: 0 })
  await expect(tryLease()).rejects.toThrow(LeaseBusy)
  finished.resolve()
  await work
  expect(await tryLease()).toBe(2)
  expect(vi.getTimerCount()).toBe(0)
})
