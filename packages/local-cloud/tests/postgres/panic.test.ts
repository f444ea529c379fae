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

test('restarts with all acknowledged writes after a write of the write-ahead log failed', async () => {
  await database.transaction((sql) => sql('create table lines (number int primary key, text text)'))
  // A folder with the name of the write-ahead log's next temporary file prevents the write. PGlite's process id is 42.
  const blockingFolder = join(folder, 'postgres/pg_wal/xlogtemp.42')
  mkdirSync(blockingFolder)
  let writtenRows = 0
  const writeRow = async () => {
    const statement = `insert into lines select $1, string_agg(md5(random()::text), '') from generate_series(1, 30000)`
    await database.transaction((sql) => sql(statement, [writtenRows + 1]))
    writtenRows += 1
  }
  await expect(
    (async () => {
      for (let attempt = 0; attempt < 100; attempt += 1) await writeRow()
    })(),
  ).rejects.toThrow('Connection terminated')
  await vi.waitFor(() => expect(logged.join()).toContain('the database ended'), 20_000)
  rmdirSync(blockingFolder)
  const rows = await database.transaction((sql) =>
    sql<{ number: number }>('select number from lines order by 1'),
  )
  expect(rows.map(({ number }) => number)).toEqual(
    Array.from({ length: writtenRows }, (_, index) => index + 1),
  )
  expect(writtenRows).toBeGreaterThan(0)
  const rowsBeforeRestart = writtenRows
  for (let row = 0; row < 20; row += 1) await writeRow()
  expect(writtenRows).toBe(rowsBeforeRestart + 20)
})
