import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LOOPBACK_IPS, listen } from '../http/listen.ts'
import { isOpening } from './messages.ts'
import { type ConnectionFault, relay } from './relay.ts'
import type { PostgresServer } from './server.ts'
import type { ThreadMessage } from './thread.ts'

/**
 * Starts PGlite in a thread of its own, so that its work does not block the other services. `lost` is called when the
 * thread ends by itself after its start.
 */
async function startThread(
  dataDir: string,
  lost: () => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(join(import.meta.dirname, 'thread.ts'), { workerData: { dataDir } })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const { port } = await new Promise<ThreadMessage>((resolve, reject) => {
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', () => reject(new Error('The thread of the database ended during its start')))
  })
  worker.once('exit', lost)
  return {
    port,
    close: async () => {
      worker.off('exit', lost)
      worker.postMessage('close')
      await exited
    },
  }
}

/**
 * Listens on the Postgres port of loopback at once. The database in `<dataDir>/postgres` starts with the first client,
 * and after a panic with the next. Connections that do not use the protocol are cut.
 *
 * @throws StartError when the port is in use
 */
export async function servePostgres(options: {
  dataDir: string
  port: number
  log: (line: string) => void
  /** The fault of the next request. */
  takeFault?: () => ConnectionFault | undefined
}): Promise<PostgresServer> {
  const { dataDir, port, log, takeFault = () => undefined } = options
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  let database: ReturnType<typeof startThread> | undefined

  const lost = () => {
    log('postgres: the database ended, as on a full disk; the next client restarts it')
    database = undefined
  }
  const start = () => {
    database ??= startThread(dataDir, lost).catch((error) => {
      log(`postgres: start failed: ${error.message}`)
      database = undefined
      throw error
    })
    return database
  }
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
  }
  const accept = (client: Socket) => {
    track(client)
    client.on('error', () => client.destroy())
    client.once('data', async (first) => {
      client.pause()
      const opening = Buffer.from(first)
      if (!isOpening(opening)) return client.destroy()
      try {
        const { port: threadPort } = await start()
        const upstream = connect({ host: '127.0.0.1', port: threadPort })
        track(upstream)
        upstream.on('error', () => client.destroy())
        upstream.once('close', () => client.destroy())
        client.once('close', () => upstream.destroy())
        relay(client, upstream, opening, takeFault)
      } catch {
        client.destroy()
      }
    })
  }
  const close = async () => {
    const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    const running = await database?.catch(() => undefined)
    await running?.close()
  }

  try {
    for (const ip of LOOPBACK_IPS) {
      const server = createServer(accept)
      if (await listen(server, ip, port)) servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close }
}
