import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDatabase } from '../../testing/authService.ts'
import { RawClient, say } from './rawClient.ts'

// With TEST_POSTGRES_URL all of this runs on a real PostgreSQL instead of PGlite.
vi.setConfig({ testTimeout: 60_000 })

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

test('rejects a database that does not exist', async () => {
  const url = new URL(database.url)
  url.pathname = '/nowhere'
  const client = new pg.Client({ connectionString: url.href })
  await expect(client.connect()).rejects.toMatchObject({
    code: '3D000',
    message: 'database "nowhere" does not exist',
  })
})

test('isolates statements with values of several clients outside of transactions', async () => {
  const eight = await Promise.all(Array.from({ length: 8 }, newClient))
  const query = async (client: pg.Client, index: number) => {
    // Each client has another number of values, so that a foreign statement would fail.
    const places = Array.from({ length: index + 1 }, (_, place) => `$${place + 1}::int as v${place}`)
    for (let round = 0; round < 25; round += 1) {
      const values = places.map((_, place) => round * 10 + place)
      const { rows } = await client.query({ text: `select ${places}`, values, rowMode: 'array' })
      expect(rows).toEqual([values])
    }
  }
  await Promise.all(eight.map(query))
})

test('a failed statement does not affect those of other clients', async () => {
  const [fails, works] = await Promise.all([newClient(), newClient()])
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 ? works.query('select $1::int as n', [index]) : fails.query('select 1 / $1::int as n', [0]),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    outcomes.map((_, index) => (index % 2 ? 'fulfilled' : 'rejected')),
  )
})

test('an idle transaction blocks other clients, which see it as a whole', async () => {
  const [first, second] = await Promise.all([newClient(), newClient()])
  await first.query('create table turns (who text)')
  await first.query('begin')
  await first.query('insert into turns values ($1)', ['first'])
  const counted = second.query('select count(*)::int as n from turns where who <> $1', ['none'])
  await first.query('insert into turns values ($1)', ['second'])
  await first.query('commit')
  expect([0, 2]).toContain((await counted).rows[0].n)
})

test('isolates a statement whose messages arrive one by one', async () => {
  const slow = await RawClient.open(database.url)
  const quick = await newClient()
  for (let round = 0; round < 5; round += 1) {
    expect(await slow.request('1', say.parse('select 1 as one'), say.flush())).toBe('1')
    const other = quick.query('select $1::int as two', [2])
    expect(await slow.request('Z', say.bind(), say.execute(), say.sync())).toBe('2DCZ')
    expect((await other).rows).toEqual([{ two: 2 }])
  }
  slow.disconnect()
})

test('a client that disconnects within a statement does not affect the next', async () => {
  const leaver = await RawClient.open(database.url)
  expect(await leaver.request('1', say.parse('select 1 as one'), say.flush())).toBe('1')
  leaver.disconnect()
  const client = await newClient()
  expect((await client.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
})
