import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/database'
import { withLease } from '@/lib/database/lease'
import { listDatabaseSettings } from '../../scripts/provision/database.ts'
import { readTable, writeTable } from '../../scripts/provision/findings.ts'
import { withClient } from '../../scripts/provision/migrateDatabase.ts'
import { readSettings, type Settings } from '../../scripts/provision/settings.ts'
import { minimalEnvironment } from '../support/minimalEnvironment.ts'
import { startRealServer } from './postgres.ts'

const server = await startRealServer()
afterAll(() => server.close())
const ownerUrl = server.getConnectionString('owner', server.ownerPassword)
const openDatabases: Database[] = []

const createSettings = (changed: Partial<Settings>): Settings => ({
  ...readSettings(minimalEnvironment()),
  DATABASE_CA: server.ca,
  ...changed,
})

/** Provisions the database, and returns the stored variables. */
async function runProvisioning(changed: Partial<Settings>): Promise<string[]> {
  const stored: string[] = []
  const store = (name: string, value: string) => void stored.push(`Set ${name}=${value}`)
  await writeTable(listDatabaseSettings(createSettings(changed)), store)
  return stored
}

function connect(url: string, ca?: string): Database {
  const database = openDatabase(url, { timeoutMs: 60_000, ca })
  openDatabases.push(database)
  return database
}

const runAsOwner = (statement: string) => withClient(ownerUrl, server.ca, (client) => client.query(statement))

const readDatabase = (changed: Partial<Settings>) => readTable(listDatabaseSettings(createSettings(changed)))

const findFailures = async (changed: Partial<Settings>) =>
  (await readDatabase(changed))
    .filter(({ state }) => state === 'wrong')
    .map(({ text }) => text)
    // In this test, the scheduler has never called the site.
    .filter((text) => !text.includes('scheduler'))

/** The variables that the first and the second provisioning run stored. */
const outputs = [
  await runProvisioning({ DATABASE_URL: ownerUrl }),
  await runProvisioning({ DATABASE_URL: ownerUrl }),
]
let siteUrl = / DATABASE_URL=(\S+)/.exec(outputs.flat().join('\n'))?.[1] ?? ''
afterEach(async () => {
  for (const database of openDatabases.splice(0)) await database.close()
})

describe('a connection', () => {
  test('without encryption is refused, by the site and by the server', async () => {
    expect(() => connect(`${siteUrl}?sslmode=disable`, server.ca)).toThrow(/without encryption/)
    const loopbackUrl = siteUrl.replace('0.0.0.0', '127.0.0.1')
    await expect(connect(loopbackUrl).sql('select 1')).rejects.toThrow(/no encryption/)
  })

  test('is refused unless the configured authority signed the certificate', async () => {
    await expect(connect(siteUrl, server.otherCa).sql('select 1')).rejects.toThrow(/verify|certificate/)
    await expect(connect(siteUrl).sql('select 1')).rejects.toThrow(/verify|certificate/)
    await expect(connect(`${siteUrl}?sslmode=require&uselibpqcompat=true`).sql('select 1')).rejects.toThrow(
      /verify|certificate/,
    )
  })

  test('is refused when the certificate is for a different host', async () => {
    const loopbackUrl = siteUrl.replace('0.0.0.0', '127.0.0.1')
    await expect(connect(loopbackUrl, server.ca).sql('select 1')).rejects.toThrow(
      /does not match certificate/,
    )
  })

  test('is encrypted when the server’s certificate is valid', async () => {
    const rows = await connect(siteUrl, server.ca).sql(
      'select ssl, usename from pg_stat_ssl join pg_stat_activity using (pid) where pid = pg_backend_pid()',
    )
    expect(rows).toEqual([{ ssl: true, usename: 'site' }])
  })
})

describe('provisioning', () => {
  test('creates the site’s login once, as an owner who is not a superuser', () => {
    expect(outputs[0]).toEqual([
      `Set DATABASE_OWNER_URL=${ownerUrl}`,
      expect.stringMatching(/^Set DATABASE_URL=postgres:\/\/site:[\w-]{32}@0\.0\.0\.0:\d+\/project$/),
    ])
    expect(outputs[1]).toEqual([])
  })

  test('does not change the site’s existing login', async () => {
    expect(await runProvisioning({ DATABASE_URL: siteUrl, DATABASE_OWNER_URL: ownerUrl })).toEqual([])
  })

  test('sends no password in a statement, since the server may log statements', () => {
    expect(server.log()).toContain('alter role site login password')
    expect(server.log()).not.toContain(new URL(siteUrl).password)
  })

  test('changes nothing without the owner’s connection string', async () => {
    expect(await runProvisioning({ DATABASE_URL: siteUrl })).toEqual([])
  })

  test('adds the project’s name to the site’s user name, as a pooler requires', async () => {
    await runAsOwner('alter role site nologin')
    const poolerUrl = server.getConnectionString('owner.project', 'x')
    const lines = await runProvisioning({ DATABASE_URL: poolerUrl, DATABASE_OWNER_URL: ownerUrl })
    expect(lines.join('\n')).toMatch(/DATABASE_URL=postgres:\/\/site\.project:[\w-]{32}@/)
    siteUrl = String(/DATABASE_URL=(\S+)/.exec(lines.join('\n'))?.[1]).replace('site.project', 'site')
    expect(await connect(siteUrl, server.ca).sql('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('the site’s role', () => {
  test('can be replaced by a second role during a password change', async () => {
    await runAsOwner('create role site_next login in role site')
    await runAsOwner(`alter role site_next set statement_timeout = '10s'`)
    await runAsOwner(`alter role site_next password 'of-the-second-role'`)
    const database = connect(server.getConnectionString('site_next', 'of-the-second-role'), server.ca)
    expect(await withLease(database, 'buyer:bob', async ({ token }) => token)).toBe(1)
    await expect(database.sql('delete from customers')).rejects.toThrow('permission denied')
    for (const openedDatabase of openDatabases.splice(0)) await openedDatabase.close()
    await runAsOwner('drop role site_next')
  })
})

describe('the doctor', () => {
  test('reports no failure for a provisioned database, and states which check needs the owner’s URL', async () => {
    expect(await findFailures({ DATABASE_URL: siteUrl, DATABASE_OWNER_URL: ownerUrl })).toEqual([])
    const readings = await readDatabase({ DATABASE_URL: siteUrl })
    expect(readings.map(({ text }) => text)).toContain(
      'DATABASE_OWNER_URL is needed to check whether every migration is applied.',
    )
  })

  test('reports a certificate that a different authority signed', async () => {
    const failures = await findFailures({ DATABASE_URL: siteUrl, DATABASE_CA: server.otherCa })
    expect(failures).toEqual([
      expect.stringMatching(/^Could not check “The database responds.*(verify|certificate)/),
    ])
  })

  test.each([
    [
      'grant delete on customers to site',
      'revoke delete on customers from site',
      /does not have .*may DELETE customers/,
    ],
    [
      'revoke select on consents from site',
      'grant select on consents to site',
      /does not have .*may not SELECT consents/,
    ],
    ['alter role site createdb', 'alter role site nocreatedb', /does not have .*may create databases/],
    [
      'alter role site reset statement_timeout',
      `alter role site set statement_timeout = '10s'`,
      /has no statement timeout/,
    ],
    [
      'alter table consents disable row level security',
      'alter table consents enable row level security',
      /Row-level security is off for consents/,
    ],
  ])('reports a problem after `%s`', async (statement, undoStatement, text) => {
    await runAsOwner(statement)
    expect(await findFailures({ DATABASE_URL: siteUrl })).toEqual([expect.stringMatching(text)])
    await runAsOwner(undoStatement)
    expect(await findFailures({ DATABASE_URL: siteUrl })).toEqual([])
  })
})
