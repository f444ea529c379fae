import { createServer } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { CloudEnvironment } from '../http/context.ts'
import { Faults } from '../http/faults.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { serveLoopback } from '../http/loopback.ts'
import { relay } from '../postgres/relay.ts'

export { Faults }

/** Headers that are not forwarded, since each connection has its own, and `fetch` decodes the body. */
const unforwardedHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]

function copyForwardedHeaders(headers: Headers, changes: Record<string, string> = {}): Headers {
  const result = new Headers(headers)
  for (const name of unforwardedHeaders) result.delete(name)
  for (const [name, value] of Object.entries(changes)) result.set(name, value)
  return result
}

/**
 * Forwards a request to a different URL.
 *
 * @param changes - headers that replace those of the request
 * @returns the response; redirects are not followed
 */
export async function forwardRequest(
  request: Request,
  url: string,
  changes?: Record<string, string>,
): Promise<Response> {
  const { method } = request
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer()
  const headers = copyForwardedHeaders(request.headers, changes)
  const response = await fetch(url, { method, headers, body, redirect: 'manual' })
  // The whole body is read here, since fetch cancels a body's stream once its response is garbage-collected.
  const content = response.body && (await response.arrayBuffer())
  return new Response(content, { status: response.status, headers: copyForwardedHeaders(response.headers) })
}

/**
 * Serves a port like the gateway of a hosted Supabase project: handles preflights, allows every origin, and injects the
 * faults of the vendor `supabase`.
 *
 * @throws StartError when the port is in use
 */
export async function serveGateway(
  port: number,
  faults: Faults,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const app = new Hono<CloudEnvironment>()
  app.use(cors({ origin: '*', exposeHeaders: ['*'] }), injectFaults(faults, 'supabase'))
  app.all('*', (c) => handle(c.req.raw))
  await serveLoopback({ port, handle: getRequestListener(app.fetch) })
}

/**
 * Relays a port's connections to a PostgreSQL server on another port, and injects the faults of the vendor `postgres`.
 *
 * @throws when the port is in use
 */
export async function servePostgresRelay(port: number, serverPort: number, faults: Faults): Promise<void> {
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    client.once('data', (initialBytes: Buffer) => {
      client.pause()
      relay(client, serverPort, initialBytes, () => faults.take('postgres'))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port }, resolve)
  })
}
