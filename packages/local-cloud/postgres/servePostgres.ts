import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LOOPBACK_IPS, listen } from '../http/listen.ts'
import { isInitialMessage } from './messages.ts'
import { type ConnectionFault, relay } from './relay.ts'
import type { PostgresServer } from './server.ts'
import type { ThreadMessage } from './thread.ts'

/**
 * Starts PGlite in a separate thread, so that its work does not block the other services. `onExit` is called when the
 * thread exits after it has started, unless `close` was called.
 */
async function startThread(
  dataDir: string,
  onExit: () => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(join(import.meta.dirname, 'thread.ts'), { argv: [dataDir] })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const { port } = await new Promise<ThreadMessage>((resolve, reject) => {
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', () => reject(new Error('The database thread exited while starting')))
  })
  worker.once('exit', onExit)
  return {
    port,
    close: async () => {
      worker.off('exit', onExit)
      worker.postMessage('close')
      await exited
    },
  }
}

/**
 * Listens on the Postgres port on loopback. The first client starts the database in `<dataDir>/postgres`. After a
 * panic, the next client restarts it. Connections that do not use the Postgres protocol are closed.
 *
 * @throws StartError when the port is in use
 */
export async function servePostgres(options: {
  dataDir: string
  port: number
  log: (line: string) => void
  takeFault?: () => ConnectionFault | undefined
}): Promise<PostgresServer> {
  const { dataDir, port, log, takeFault = () => undefined } = options
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  let thread: ReturnType<typeof startThread> | undefined

  const onExit = () => {
    log('postgres: the database stopped, possibly because the disk is full; the next client restarts it')
    thread = undefined
  }
  const start = () => {
    thread ??= startThread(dataDir, onExit).catch((error) => {
      log(`postgres: start failed: ${error.message}`)
      thread = undefined
      throw error
    })
    return thread
  }
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.once('close', () => sockets.delete(socket))
  }
  const accept = (client: Socket) => {
    track(client)
    client.on('error', () => client.destroy())
    client.once('data', async (chunk) => {
      client.pause()
      const initialBytes = Buffer.from(chunk)
      if (!isInitialMessage(initialBytes)) return client.destroy()
      try {
        const { port: threadPort } = await start()
        track(relay(client, threadPort, initialBytes, takeFault))
      } catch {
        client.destroy()
      }
    })
  }
  const close = async () => {
    const closedServers = servers.map(
      (server) => new Promise<void>((resolve) => server.close(() => resolve())),
    )
    for (const socket of sockets) socket.destroy()
    await Promise.all(closedServers)
    const startedThread = await thread?.catch(() => undefined)
    await startedThread?.close()
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
