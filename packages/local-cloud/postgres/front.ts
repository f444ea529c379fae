import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StartError } from '../config.ts'
import { isOpening } from './messages.ts'
import { type ConnectionFault, relay } from './relay.ts'
import type { PostgresServer } from './server.ts'
import type { ThreadMessage } from './thread.ts'

const ADDRESSES = ['127.0.0.1', '::1']

/**
 * Starts PGlite in a thread of its own: what it works on holds up nobody else. `lost` is called when it ends by itself
 * after its start.
 */
async function startThread(
  dataDir: string,
  lost: () => void,
): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(join(import.meta.dirname, 'thread.ts'), { workerData: { dataDir } })
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const message = await new Promise<ThreadMessage>((resolve, reject) => {
    worker.once('message', resolve)
    worker.on('error', reject)
    worker.once('exit', () => reject(new Error('The database ended while it started')))
  })
  if ('failure' in message) {
    await worker.terminate()
    throw message.sentence ? new StartError(message.failure) : new Error(message.failure)
  }
  worker.once('exit', lost)
  return {
    port: Number(new URL(message.url).port),
    close: async () => {
      worker.off('exit', lost)
      worker.postMessage('close')
      await exited
    },
  }
}

function listen(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      const sentence = `Port ${port} is taken: stop what listens on it, or set LOCAL_PORT_BASE to another number.`
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else reject(code === 'EADDRINUSE' ? new StartError(sentence) : error)
    })
    server.listen({ host, port, exclusive: true }, () => resolve(true))
  })
}

/**
 * Takes the Postgres port on loopback at once; the database below `<dataDir>/postgres` starts with the first client,
 * and after a panic with the next. Whatever doesn't speak the protocol, such as a browser, is cut off. Throws a StartError
 * when the port is taken.
 */
export async function servePostgres(options: {
  dataDir: string
  port: number
  log: (line: string) => void
  /** How the next request goes wrong, if it does. */
  takeFault?: () => ConnectionFault | undefined
}): Promise<PostgresServer> {
  const { dataDir, port, log, takeFault = () => undefined } = options
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  let database: ReturnType<typeof startThread> | undefined

  const lost = () => {
    log('local cloud: the database has ended, as when its disk is full; the next client starts it again')
    database = undefined
  }
  const start = () => {
    database ??= startThread(dataDir, lost).catch((error) => {
      log(`local cloud: the database did not start: ${error.message}`)
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
        const { port: inner } = await start()
        const upstream = connect({ host: '127.0.0.1', port: inner })
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
    for (const host of ADDRESSES) {
      const server = createServer(accept)
      if (await listen(server, host, port)) servers.push(server)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, close }
}
