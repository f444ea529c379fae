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
