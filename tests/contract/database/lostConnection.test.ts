import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/database'

/** AuthenticationOk and ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const loginAccepted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** A server that accepts every client and closes the connection at the first statement. */
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(loginAccepted)
    socket.once('data', () => socket.destroy())
  })
})
const onUncaughtException = vi.fn()
let database: Database

beforeAll(async () => {
  process.on('uncaughtException', onUncaughtException)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  database = openDatabase(`postgres://site@127.0.0.1:${port}/postgres`)
})
afterAll(async () => {
  process.off('uncaughtException', onUncaughtException)
  await database.close()
  server.close()
})

test('a connection that is lost during a statement rejects the statement, and throws no uncaught error', async () => {
  const message: unknown = expect.stringContaining('terminated')
  const outage = { status: 503, code: 'database_unavailable', message }
  await expect(database.sql('select 1')).rejects.toMatchObject(outage)
  await expect(database.transaction((sql) => sql('select 1'))).rejects.toMatchObject(outage)
  expect(onUncaughtException).not.toHaveBeenCalled()
})
