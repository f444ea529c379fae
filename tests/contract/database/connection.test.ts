import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/database'

/** AuthenticationOk and ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const loginAccepted = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
/** A client's request for encryption: https://www.postgresql.org/docs/current/protocol-flow.html */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Opens a database on a server that calls `onConnect` for each connection. */
async function openDatabaseOn(host: string, onConnect: (socket: Socket) => void): Promise<Database> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    onConnect(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address?.port
  const database = openDatabase(`postgres://site:very-secret@${host}:${port}/postgres`)
  onTestFinished(async () => {
    await database.close()
    server.close()
  })
  return database
}

test('a statement whose connection is lost rejects, and causes no uncaught exception', async () => {
  const onUncaughtException = vi.fn()
  process.on('uncaughtException', onUncaughtException)
  onTestFinished(() => void process.off('uncaughtException', onUncaughtException))
  // Accepts every client, and closes the connection at the first statement.
  const database = await openDatabaseOn('127.0.0.1', (socket) => {
    socket.once('data', () => {
      socket.write(loginAccepted)
      socket.once('data', () => socket.destroy())
    })
  })
  const message: unknown = expect.stringContaining('terminated')
  const outage = { status: 503, code: 'database_unavailable', message }
  await expect(database.sql('select 1')).rejects.toMatchObject(outage)
  await expect(database.transaction((sql) => sql('select 1'))).rejects.toMatchObject(outage)
  expect(onUncaughtException).not.toHaveBeenCalled()
})

test('a remote server without encryption receives neither a password nor a statement', async () => {
  const received: Buffer[] = []
  // 0.0.0.0 reaches this machine, but is not a loopback name, so the client has to require encryption.
  const database = await openDatabaseOn('0.0.0.0', (socket) => {
    socket.on('data', (data) => {
      received.push(data)
      socket.write('N')
    })
  })
  await expect(database.sql('select 1')).rejects.toThrow(/does not support SSL/)
  expect(Buffer.concat(received)).toEqual(sslRequest)
})
