import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { StartError } from '../config.ts'
import { errorBody } from './errors.ts'
import { isOwnHost } from './host.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** One port that is being served, on 127.0.0.1 and (where the machine has it) ::1. */
export type LoopbackServer = { port: number; close(): Promise<void> }

const ADDRESSES = ['127.0.0.1', '::1']
/** After this long, open connections are cut when shutting down. Milliseconds. */
const CLOSE_GRACE = 200

function listen(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false)
      else if (code === 'EADDRINUSE')
        reject(
          new StartError(
            `Port ${port} is taken: stop what listens on it, or set LOCAL_PORT_BASE to another number.`,
          ),
        )
      else reject(error)
    })
    server.listen({ host: address, port, exclusive: true }, () => resolve(true))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE)
    // Kept-alive connections become idle only when their last answer has gone out.
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
}

/**
 * Serves a port on loopback only, refusing every request whose Host isn't this machine and port (421).
 * Throws a StartError when the port is taken.
 */
export async function serveLoopback(options: {
  port: number
  handle: RequestHandler
  upgrade?: UpgradeHandler
  /** Names of this port besides `localhost`. */
  names?: readonly string[]
}): Promise<LoopbackServer> {
  const { port, handle, upgrade, names = [] } = options
  const servers: Server[] = []
  const closeAll = async () => {
    await Promise.all(servers.map(close))
  }
  for (const address of ADDRESSES) {
    const server = createServer({ keepAliveTimeout: 5000, maxHeaderSize: 32 * 1024 }, (request, response) => {
      if (isOwnHost(request.headers.host, port, names)) return handle(request, response)
      const message = `This is the local cloud on localhost:${port}; it does not answer for "${request.headers.host ?? ''}"`
      response.writeHead(421, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(errorBody(421, message)))
    })
    // Uploads may take as long as they need; nobody but this machine can hold a connection open.
    server.requestTimeout = 0
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      if (isOwnHost(request.headers.host, port, names) && upgrade) return upgrade(request, socket, head)
      const status = isOwnHost(request.headers.host, port, names)
        ? '501 Not Implemented'
        : '421 Misdirected Request'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    })
    try {
      if (await listen(server, address, port)) servers.push(server)
    } catch (error) {
      await closeAll()
      throw error
    }
  }
  return { port, close: closeAll }
}
