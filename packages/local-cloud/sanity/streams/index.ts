import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { HttpError, unauthorized } from '../../http/errors.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import { getCorsHeaders, getPreflightHeaders } from '../cors.ts'
import { hasRole } from '../grants.ts'
import type { Origins } from '../origins.ts'
import { EventStream } from './eventStream.ts'
import { serveListener } from './listen.ts'
import { serveLive } from './live.ts'
import { Tickets } from './tickets.ts'

const STREAM_PATH = /^\/(v[^/]+)\/data\/(listen|live\/events)\/([^/]+)$/

function getPathWithoutTicket(url: URL): string {
  const copy = new URL(url)
  copy.searchParams.delete('ticket')
  return `${copy.pathname}${copy.search}`
}

/** Distributes streams over `ports`, since browsers allow at most six connections per port. */
export function createStreams(contentLake: ContentLake, origins: Origins, ports: readonly number[]) {
  const tickets = new Tickets()
  const openStreams = new Set<EventStream>()
  const redirects = new Hono<SanityEnvironment>()
  let redirectCount = 0

  redirects.on('GET', ['/data/listen/:dataset', '/data/live/events/:dataset'], (c) => {
    const name = c.req.param('dataset') ?? ''
    if (!contentLake.get(name)) throw new HttpError(404, `Dataset "${name}" not found`)
    const isProjectMember = hasRole(c.var.identity, 'viewer')
    if (contentLake.getAclMode(name) === 'private' && !isProjectMember) throw unauthorized()
    if (c.req.query('includeDrafts') === 'true' && !isProjectMember) {
      throw unauthorized('Live content of drafts requires a token with at least the viewer role')
    }
    const url = new URL(c.req.url)
    const target = getPathWithoutTicket(url)
    const port = ports[redirectCount++ % ports.length] ?? 0
    // @sanity/eventsource sends the last event's id in the URL, to avoid a preflight.
    const lastEventId = c.req.header('last-event-id') ?? c.req.query('lastEventId')
    const { identity } = c.var
    const ticket = tickets.issue({ identity, target, port, ...(lastEventId ? { lastEventId } : {}) })
    // SANITY_STREAM_ORIGINS lists `localhost`, not the project's host.
    const host = url.hostname.endsWith('.localhost') ? 'localhost' : url.hostname
    const location = new URL(target, `http://${host}:${port}`)
    location.searchParams.set('ticket', ticket)
    const headers = { location: location.href, 'cache-control': 'no-store' }
    return new Response(null, { status: 307, headers })
  })

  function serveStream(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    cors: Record<string, string>,
  ) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const [, apiVersion = '', kind, name = ''] = STREAM_PATH.exec(url.pathname) ?? []
    if (!kind)
      throw new HttpError(501, `This port only serves streams, not ${request.method} ${url.pathname}`)
    const params = url.searchParams
    const admission = tickets.redeem(params.get('ticket') ?? '', getPathWithoutTicket(url), port)
    if (!admission)
      throw unauthorized('The ticket is missing, used, expired or for another URL: use the Sanity port')
    const dataset = contentLake.get(name)
    if (!dataset) throw new HttpError(404, `Dataset "${name}" not found`)
    const stream = new EventStream(response, cors)
    openStreams.add(stream)
    stream.onClose(() => openStreams.delete(stream))
    const { identity, lastEventId } = admission
    const resumption = lastEventId ? { lastEventId } : {}
    if (kind === 'listen') serveListener(stream, { dataset, params, apiVersion, identity, ...resumption })
    else serveLive(stream, dataset, { includeDrafts: params.get('includeDrafts') === 'true', ...resumption })
  }

  function sendError(response: ServerResponse, error: unknown, headers: Record<string, string>): void {
    const isExpected = error instanceof HttpError
    if (!isExpected) console.error('content lake: starting a stream failed:', error)
    if (response.headersSent) return void response.destroy()
    const { status, body } = isExpected ? error : new HttpError(500, 'The stream failed to start')
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }

  return {
    /** Routes for the Sanity port, which redirect each caller to a stream port. */
    redirects,
    handler: (port: number) => (request: IncomingMessage, response: ServerResponse) => {
      const { origin } = request.headers
      // Browsers send `Origin: null` after the redirect. The ticket identifies the caller.
      const permission =
        origin === 'null' ? { isAllowed: true, allowsCredentials: true } : origins.check(origin ?? '')
      if (origin && !permission.isAllowed) {
        return sendError(response, new HttpError(403, 'CORS Origin not allowed'), {})
      }
      const cors = origin ? getCorsHeaders(origin, permission) : {}
      if (request.method === 'OPTIONS') {
        const requestedHeaders = request.headers['access-control-request-headers']
        response.writeHead(204, { ...cors, ...getPreflightHeaders(requestedHeaders) }).end()
        return
      }
      try {
        serveStream(request, response, port, cors)
      } catch (error) {
        sendError(response, error, cors)
      }
    },
    count: () => openStreams.size,
    close() {
      for (const stream of [...openStreams]) stream.close()
    },
  }
}
