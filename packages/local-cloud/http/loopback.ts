import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { errorBody } from './errors.ts'
import { LOOPBACK_IPS, listen } from './listen.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type LoopbackServer = { close(): Promise<void> }

/** How long `close` waits before it terminates open connections. */
const closeGraceMs = 200

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const graceTimer = setTimeout(() => server.closeAllConnections(), closeGraceMs)
    // A keep-alive connection becomes idle only after its last response is sent.
    const idleInterval = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(graceTimer)
      clearInterval(idleInterval)
      resolve()
    })
  })
}

/**
 * Serves a port on loopback. Rejects a request whose Host header has a different host or port (421), which prevents DNS
 * rebinding.
 *
 * @param options.hostNames - additional host names to accept, such as `local.localhost`: names under `.localhost`
 *   resolve to this machine (https://www.rfc-editor.org/rfc/rfc6761#section-6.3)
 * @throws StartError when the port is in use
 */
export async function serveLoopback(options: {
  port: number
  handle: RequestHandler
  upgrade?: UpgradeHandler
  hostNames?: readonly string[]
}): Promise<LoopbackServer> {
  const { port, handle, upgrade, hostNames = [] } = options
  const ownHosts = ['localhost', '127.0.0.1', '[::1]', ...hostNames].map((name) => `${name}:${port}`)
  const isOwnHost = ({ headers }: IncomingMessage) => ownHosts.includes(headers.host?.toLowerCase() ?? '')
  const servers: Server[] = []
  const closeAll = async () => {
    await Promise.all(servers.map(close))
  }
  for (const ip of LOOPBACK_IPS) {
    const server = createServer({ keepAliveTimeout: 6e5, maxHeaderSize: 32 * 1024 }, (request, response) => {
      if (isOwnHost(request)) return handle(request, response)
      const message = `The local cloud on localhost:${port} does not serve the host "${request.headers.host ?? ''}"`
      response.writeHead(421, { 'content-type': 'application/json', connection: 'close' })
      response.end(JSON.stringify(errorBody(421, message)))
    })
    // No time limit for uploads, since only this machine can connect.
    server.requestTimeout = 0
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      if (isOwnHost(request) && upgrade) return upgrade(request, socket, head)
      const status = isOwnHost(request) ? '501 Not Implemented' : '421 Misdirected Request'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    })
    try {
      if (await listen(server, ip, port)) servers.push(server)
    } catch (error) {
      await closeAll()
      throw error
    }
  }
  return { close: closeAll }
}
