import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Database } from '../../postgres/database.ts'
import { servePostgres } from '../../postgres/servePostgres.ts'
import type { PostgresServer } from '../../postgres/server.ts'
import { findFreePortBase } from '../../testing/ports.ts'

// Creating a database takes seconds, and much longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: string
let server: PostgresServer
let database: Database
const logged: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panic-'))
  const port = await findFreePortBase()
  server = await servePostgres({ dataDir: folder, port, log: (line) => logged.push(line) })
  database = new Database(server.url, () => {})
})
afterAll(async () => {
  await database.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('restarts with all acknowledged writes after its journal could not be written', async () => {
  await database.transaction((sql) => sql('create table lines (number int primary key, text text)'))
  // Blocks the next file of the journal, as a full disk does. PGlite names itself process 42.
  const obstacle = join(folder, 'postgres/pg_wal/xlogtemp.42')
  mkdirSync(obstacle)
  let written = 0
  const write = async () => {
    const add = `insert into lines select $1, string_agg(md5(random()::text), '') from generate_series(1, 30000)`
    await database.transaction((sql) => sql(add, [written + 1]))
    written += 1
  }
  await expect(
    (async () => {
      for (let time = 0; time < 100; time += 1) await write()
    })(),
  ).rejects.toThrow('Connection terminated')
  await vi.waitFor(() => expect(logged.join()).toContain('the database ended'), 20_000)
  rmdirSync(obstacle)
  const rows = await database.transaction((sql) =>
    sql<{ number: number }>('select number from lines order by 1'),
  )
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: written }, (_, index) => index + 1))
  expect(written).toBeGreaterThan(0)
  const before = written
  for (let time = 0; time < 20; time += 1) await write()
  expect(written).toBe(before + 20)
})
