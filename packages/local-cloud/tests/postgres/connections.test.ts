import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDatabase } from '../../testing/authService.ts'
import { messages, RawClient } from './rawClient.ts'

vi.setConfig({ testTimeout: 60_000 })

/** On PGlite, or with TEST_POSTGRES_URL on a real PostgreSQL server. */
let database: { url: string; close(): Promise<void> }
const clients: pg.Client[] = []

async function newClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

beforeAll(async () => {
  database = await startDatabase()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await database.close()
})

test('rejects a connection to a database that does not exist', async () => {
  const url = new URL(database.url)
  url.pathname = '/nowhere'
  const client = new pg.Client({ connectionString: url.href })
  await expect(client.connect()).rejects.toMatchObject({
    code: '3D000',
    message: 'database "nowhere" does not exist',
  })
})

test('isolates the concurrent prepared statements of several clients outside transactions', async () => {
  const eightClients = await Promise.all(Array.from({ length: 8 }, newClient))
  const query = async (client: pg.Client, index: number) => {
    // Each client has a different number of values: they would not fit another client's statement.
    const columns = Array.from({ length: index + 1 }, (_, column) => `$${column + 1}::int as v${column}`)
    for (let round = 0; round < 25; round += 1) {
      const values = columns.map((_, column) => round * 10 + column)
      const { rows } = await client.query({ text: `select ${columns}`, values, rowMode: 'array' })
      expect(rows).toEqual([values])
    }
  }
  await Promise.all(eightClients.map(query))
})

test('a failed statement does not affect statements of another client', async () => {
  const [failingClient, workingClient] = await Promise.all([newClient(), newClient()])
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      index % 2
        ? workingClient.query('select $1::int as n', [index])
        : failingClient.query('select 1 / $1::int as n', [0]),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    outcomes.map((_, index) => (index % 2 ? 'fulfilled' : 'rejected')),
  )
})

test('another client sees all or none of the rows that a transaction inserts', async () => {
  const [writer, reader] = await Promise.all([newClient(), newClient()])
  await writer.query('create table entries (name text)')
  await writer.query('begin')
  await writer.query('insert into entries values ($1)', ['first'])
  const count = reader.query('select count(*)::int as n from entries where name <> $1', ['none'])
  await writer.query('insert into entries values ($1)', ['second'])
  await writer.query('commit')
  expect([0, 2]).toContain((await count).rows[0].n)
})

test('isolates a statement whose messages arrive in two parts', async () => {
  const slowClient = await RawClient.open(database.url)
  const fastClient = await newClient()
  for (let round = 0; round < 5; round += 1) {
    expect(await slowClient.request('1', messages.parse('select 1 as one'), messages.flush())).toBe('1')
    const concurrentQuery = fastClient.query('select $1::int as two', [2])
    expect(await slowClient.request('Z', messages.bind(), messages.execute(), messages.sync())).toBe('2DCZ')
    expect((await concurrentQuery).rows).toEqual([{ two: 2 }])
  }
  slowClient.disconnect()
})

test('a role or setting of one connection does not affect another', async () => {
  const readState = async (client: pg.Client) =>
    (await client.query("select current_user as role, current_setting('statement_timeout') as timeout"))
      .rows[0]
  const [first, second] = await Promise.all([newClient(), newClient()])
  const initialState = await readState(second)
  await first.query('set role anon')
  await first.query("set statement_timeout = '7s'")
  expect(await readState(first)).toEqual({ role: 'anon', timeout: '7s' })
  expect(await readState(second)).toEqual(initialState)
  await first.query('set session authorization authenticated')
  await first.end()
  expect(await readState(second)).toEqual(initialState)
})

test('the settings in a connection string apply to all statements of their connection', async () => {
  const url = `${database.url}?options=-c%20role%3Danon%20-c%20statement_timeout%3D7s`
  const [client, other] = [new pg.Client(url), await newClient()]
  await client.connect()
  clients.push(client)
  for (let round = 0; round < 2; round += 1) {
    expect((await client.query('select current_user as role')).rows).toEqual([{ role: 'anon' }])
    expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '7s' }])
    expect((await other.query('select current_user as role')).rows).not.toEqual([{ role: 'anon' }])
  }
})

test('a connection whose settings are unknown is closed, and others continue', async () => {
  const client = new pg.Client(`${database.url}?options=-c%20role%3Dnobody`)
  client.on('error', () => {})
  await expect(client.connect()).rejects.toThrow()
  expect((await (await newClient()).query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a client that disconnects during a statement does not affect the next client', async () => {
  const disconnecting = await RawClient.open(database.url)
  expect(await disconnecting.request('1', messages.parse('select 1 as one'), messages.flush())).toBe('1')
  disconnecting.disconnect()
  const client = await newClient()
  expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
})
