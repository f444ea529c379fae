import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../testing/ports.ts'
import { Database, sqlState } from './database.ts'
import { servePostgres } from './front.ts'
import type { ConnectionFault } from './relay.ts'
import type { PostgresServer } from './server.ts'

// Creating a database takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
let port: number
let server: PostgresServer
let database: Database

let faults: ConnectionFault[] = []
const serve = () => servePostgres({ dataDir: folder, port, log: () => {}, takeFault: () => faults.shift() })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  port = await freePort()
  server = await serve()
  database = new Database(server.url, () => {})
})
afterAll(async () => {
  await database.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('has a cache for a small database', async () => {
  const rows = await database.transaction((sql) => sql('show shared_buffers'))
  expect(rows).toEqual([{ shared_buffers: '8MB' }])
})

test('has the roles of a hosted project, from which only row-level security protects a public table', async () => {
  await database.transaction(async (sql) => {
    await sql('create table public.notes (id int primary key, owner text)')
    await sql("insert into public.notes values (1, 'ada'), (2, 'bob')")
  })
  const as = (role: string) =>
    database.transaction(async (sql) => {
      await sql(`set local role ${role}`)
      return (await sql('select * from public.notes')).length
    })
  expect(await as('anon')).toBe(2)
  await database.transaction(async (sql) => {
    await sql('alter table public.notes enable row level security')
    await sql(`create policy own on public.notes for select to authenticated
      using (owner = current_setting('request.jwt.claims', true)::jsonb ->> 'sub')`)
  })
  expect(await as('anon')).toBe(0)
  expect(await as('service_role')).toBe(2)
  const ada = await database.transaction(async (sql) => {
    await sql('set local role authenticated')
    await sql("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: 'ada' })])
    return sql('select id from public.notes')
  })
  expect(ada).toEqual([{ id: 1 }])
  // The next client sees no role or claims of it.
  const after = await database.transaction((sql) =>
    sql("select current_user, coalesce(current_setting('request.jwt.claims', true), '') as claims"),
  )
  expect(after).toEqual([{ current_user: 'postgres', claims: '' }])
})

test('isolates the transactions of many clients', async () => {
  await database.transaction((sql) => sql('create table counters (id int primary key, n int not null)'))
  await database.transaction((sql) => sql('insert into counters values (1, 0)'))
  const other = new Database(server.url, () => {})
  const attempts = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? database : other)
      .transaction(async (sql) => {
        const [row] = await sql<{ n: number }>('select n from counters where id = 1 for update')
        await sql('update counters set n = $1 where id = 1', [(row?.n ?? 0) + 1])
        if (index % 4 === 0) throw new Error('rolled back')
      })
      .catch(() => undefined),
  )
  await Promise.all(attempts)
  const [row] = await database.transaction((sql) => sql<{ n: number }>('select n from counters'))
  expect(row?.n).toBe(30)
  await other.close()
})

test('rolls back the transaction of a client that disconnects', async () => {
  const pg = await import('pg')
  const leaver = new pg.default.Client(server.url)
  leaver.on('error', () => {})
  await leaver.connect()
  await leaver.query('begin')
  await leaver.query('update counters set n = 1000')
  const waiting = database.transaction((sql) => sql<{ n: number }>('select n from counters'))
  await leaver.end()
  expect(await waiting).toEqual([{ n: 30 }])
})

test('an error ends only its transaction, and has its SQLSTATE', async () => {
  const failed = database.transaction((sql) => sql('insert into counters values (1, 1)'))
  await expect(failed).rejects.toSatisfy((error) => sqlState(error) === '23505')
  expect(await database.transaction((sql) => sql('select 1 as one'))).toEqual([{ one: 1 }])
})

test('a fault affects statements of an application before or after they run, and not the accounts', async () => {
  const pg = await import('pg')
  const client = async () => {
    const one = new pg.default.Client(server.url)
    one.on('error', () => {})
    await one.connect()
    return one
  }
  const add = 'insert into counters values (2, 0) on conflict (id) do update set n = counters.n + 1'
  const count = async () =>
    (await database.transaction((sql) => sql<{ n: number }>('select n from counters where id = 2')))[0]?.n

  const refused = await client()
  faults = [{ status: 503 }]
  await expect(refused.query(add)).rejects.toMatchObject({ code: '57P03' })
  const lost = await client()
  faults = [{ lose: 'request' }]
  await expect(lost.query(add)).rejects.toThrow('terminated')
  expect(await count()).toBeUndefined()
  const unacknowledged = await client()
  faults = [{ lose: 'answer' }]
  await expect(unacknowledged.query(add)).rejects.toThrow('terminated')
  expect(await count()).toBe(0)
  faults = [{ status: 503 }]
  await expect(client()).rejects.toMatchObject({ code: '57P03' })
  faults = [{ delayMs: 1 }]
  const late = await client()
  await late.query(add)
  await late.end()
  faults = [{ status: 503 }]
  expect(await count()).toBe(1)
  expect(faults).toHaveLength(1)
  faults = []
  await database.transaction((sql) => sql('delete from counters where id = 2'))
})

test('cuts connections that do not use the protocol, such as a browser', async () => {
  const received = await new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let size = 0
    socket.on('data', (chunk) => {
      size += chunk.length
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(size))
    socket.write(`POST / HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`)
  })
  expect(received).toBe(0)
})

test('stores its data across restarts, and names a port in use', async () => {
  await expect(serve()).rejects.toThrow(`Port ${port} is in use`)
  await database.close()
  await server.close()
  server = await serve()
  database = new Database(server.url, () => {})
  expect(await database.transaction((sql) => sql('select n from counters'))).toEqual([{ n: 30 }])
})
