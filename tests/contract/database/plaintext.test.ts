import { createServer } from 'node:net'
import { findFreePort } from 'local-cloud/testing/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/database/database'

/** A client's request for encryption. https://www.postgresql.org/docs/current/protocol-flow.html */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

const received: Buffer[] = []
/** A server that refuses encryption, as an attacker's would. */
const server = createServer((socket) => {
  socket.on('data', (data) => {
    received.push(data)
    socket.write('N')
  })
  socket.on('error', () => {})
})
let database: Database

beforeAll(async () => {
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve))
  // 0.0.0.0 reaches this machine, but is not a loopback name, so the client has to require encryption.
  database = openDatabase(`postgres://site:very-secret@0.0.0.0:${port}/postgres`, { timeoutMs: 10_000 })
})
afterAll(async () => {
  await database.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a remote server without encryption receives neither a password nor a statement', async () => {
  await expect(database.sql('select 1')).rejects.toThrow(/does not support SSL/)
  expect(Buffer.concat(received)).toEqual(sslRequest)
})
