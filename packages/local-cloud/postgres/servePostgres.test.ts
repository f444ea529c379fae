import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../testing/ports.ts'
import { Database, getSqlState } from './database.ts'
import type { ConnectionFault } from './relay.ts'
import { servePostgres } from './servePostgres.ts'
import type { PostgresServer } from './server.ts'

// Creating a database takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let dataDir: string
let port: number
let server: PostgresServer
let database: Database

let faults: ConnectionFault[] = []
const serve = () => servePostgres({ dataDir, port, log: () => {}, takeFault: () => faults.shift() })

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postgres-'))
  port = await findFreePort()
  server = await serve()
  database = new Database(server.url, () => {})
})
afterAll(async () => {
  await database.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('creates the roles of a hosted project, with their privileges', async () => {
  await database.transaction(async (sql) => {
    await sql('create table public.notes (id int primary key, owner text)')
    await sql("insert into public.notes values (1, 'ada'), (2, 'bob')")
  })
  const countNotesAs = (role: string) =>
    database.transaction(async (sql) => {
      await sql(`set local role ${role}`)
      return (await sql('select * from public.notes')).length
    })
  expect(await countNotesAs('anon')).toBe(2)
  await database.transaction(async (sql) => {
    await sql('alter table public.notes enable row level security')
    await sql(`create policy own on public.notes for select to authenticated
      using (owner = current_setting('request.jwt.claims', true)::jsonb ->> 'sub')`)
  })
  expect(await countNotesAs('anon')).toBe(0)
  expect(await countNotesAs('service_role')).toBe(2)
  const notesOfAda = await database.transaction(async (sql) => {
    await sql('set local role authenticated')
    await sql("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: 'ada' })])
    return sql('select id from public.notes')
  })
  expect(notesOfAda).toEqual([{ id: 1 }])
  // The next transaction has neither the role nor the claims.
  const stateAfter = await database.transaction((sql) =>
    sql("select current_user, coalesce(current_setting('request.jwt.claims', true), '') as claims"),
  )
  expect(stateAfter).toEqual([{ current_user: 'postgres', claims: '' }])
})

test('isolates the concurrent transactions of two clients', async () => {
  await database.transaction((sql) => sql('create table counters (id int primary key, n int not null)'))
  await database.transaction((sql) => sql('insert into counters values (1, 0)'))
  const secondDatabase = new Database(server.url, () => {})
  const transactions = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? database : secondDatabase)
      .transaction(async (sql) => {
        const [row] = await sql<{ n: number }>('select n from counters where id = 1 for update')
        await sql('update counters set n = $1 where id = 1', [(row?.n ?? 0) + 1])
        if (index % 4 === 0) throw new Error('rolled back')
      })
      .catch(() => undefined),
  )
  await Promise.all(transactions)
  const [row] = await database.transaction((sql) => sql<{ n: number }>('select n from counters'))
  expect(row?.n).toBe(30)
  await secondDatabase.close()
})

test('one connection’s role and settings do not affect other connections', async () => {
  const pg = await import('pg')
  const [first, second] = [new pg.default.Client(server.url), new pg.default.Client(server.url)]
  const readState = async (client: typeof first) =>
    (await client.query("select current_user as role, current_setting('statement_timeout') as timeout"))
      .rows[0]
  await Promise.all([first.connect(), second.connect()])
  const initialState = await readState(second)
  await first.query('set role anon')
  await first.query("set statement_timeout = '7s'")
  expect(await readState(first)).toEqual({ role: 'anon', timeout: '7s' })
  expect(await readState(second)).toEqual(initialState)
  await first.query('set session authorization authenticated')
  await first.end()
  expect(await readState(second)).toEqual(initialState)
  await second.end()
})

test('rolls back the transaction of a client that disconnects', async () => {
  const pg = await import('pg')
  const disconnectingClient = new pg.default.Client(server.url)
  disconnectingClient.on('error', () => {})
  await disconnectingClient.connect()
  await disconnectingClient.query('begin')
  await disconnectingClient.query('update counters set n = 1000')
  const waitingQuery = database.transaction((sql) => sql<{ n: number }>('select n from counters'))
  await disconnectingClient.end()
  expect(await waitingQuery).toEqual([{ n: 30 }])
})

test('reports the SQLSTATE of a failed statement, and runs the next transaction', async () => {
  const failed = database.transaction((sql) => sql('insert into counters values (1, 1)'))
  await expect(failed).rejects.toSatisfy((error) => getSqlState(error) === '23505')
  expect(await database.transaction((sql) => sql('select 1 as one'))).toEqual([{ one: 1 }])
})

test('injects faults into applications’ statements, but not into the local cloud’s own', async () => {
  const pg = await import('pg')
  const connectClient = async () => {
    const client = new pg.default.Client(server.url)
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const increment = 'insert into counters values (2, 0) on conflict (id) do update set n = counters.n + 1'
  const readCount = async () =>
    (await database.transaction((sql) => sql<{ n: number }>('select n from counters where id = 2')))[0]?.n

  const refusedClient = await connectClient()
  faults = [{ status: 503 }]
  await expect(refusedClient.query(increment)).rejects.toMatchObject({ code: '57P03' })
  const lostClient = await connectClient()
  faults = [{ lose: 'request' }]
  await expect(lostClient.query(increment)).rejects.toThrow('terminated')
  expect(await readCount()).toBeUndefined()
  const unacknowledgedClient = await connectClient()
  faults = [{ lose: 'response' }]
  await expect(unacknowledgedClient.query(increment)).rejects.toThrow('terminated')
  expect(await readCount()).toBe(0)
  faults = [{ status: 503 }]
  await expect(connectClient()).rejects.toMatchObject({ code: '57P03' })
  faults = [{ delayMs: 1 }]
  const delayedClient = await connectClient()
  await delayedClient.query(increment)
  await delayedClient.end()
  faults = [{ status: 503 }]
  expect(await readCount()).toBe(1)
  expect(faults).toHaveLength(1)
  faults = []
  await database.transaction((sql) => sql('delete from counters where id = 2'))
})

test('retains data across restarts, and fails to start on a port that is in use', async () => {
  await expect(serve()).rejects.toThrow(`Port ${port} is in use`)
  await database.close()
  await server.close()
  server = await serve()
  database = new Database(server.url, () => {})
  expect(await database.transaction((sql) => sql('select n from counters'))).toEqual([{ n: 30 }])
})
