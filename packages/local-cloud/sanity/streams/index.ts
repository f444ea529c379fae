import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { errorBody, HttpError, unauthorized } from '../../http/errors.ts'
import { hasRole } from '../auth/accounts.ts'
import type { LakeEnvironment } from '../context.ts'
import { corsHeaders, preflightHeaders } from '../cors.ts'
import type { Dataset } from '../dataset.ts'
import type { ContentLake } from '../lake.ts'
import type { Origins } from '../origins.ts'
import { EventStream } from './eventStream.ts'
import { Journal } from './journal.ts'
import { serveListener } from './listen.ts'
import { serveLive } from './live.ts'
import { PortSpread } from './ports.ts'
import { type Admission, Tickets } from './tickets.ts'

const STREAM = /^\/(v[^/]+)\/data\/(listen|live\/events)\/([^/]+)$/

/** The content lake's event streams. */
export type Streams = {
  /** On the main port: sends each caller on to a stream port. */
  redirects: Hono<LakeEnvironment>
  /** On stream port `port`: what happens there. */
  handler(port: number): (request: IncomingMessage, response: ServerResponse) => void
  /** Keeps a dataset's recent transactions for interrupted streams. */
  follow(dataset: Dataset): void
  /** Ends a dataset's streams, or all: it was emptied, or is private now. */
  restart(dataset?: string): void
  counts(): Record<string, number>
  /** Ends every stream. */
  close(): void
}

/** The address without the ticket, as tickets are issued for it. */
function withoutTicket(url: URL): string {
  const copy = new URL(url)
  copy.searchParams.delete('ticket')
  return `${copy.pathname}${copy.search}`
}

function sendError(response: ServerResponse, error: HttpError, headers: Record<string, string>): void {
  response.writeHead(error.statusCode, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(errorBody(error.statusCode, error.message, error.extra)))
}

/** Streams spread over `ports`. */
export function createStreams(lake: ContentLake, origins: Origins, ports: readonly number[]): Streams {
  const spread = new PortSpread(ports)
  const tickets = new Tickets((port) => spread.release(port))
  const journals = new Map<string, Journal>()
  const open = new Map<EventStream, string>()
  const redirects = new Hono<LakeEnvironment>()

  redirects.on('GET', ['/data/listen/:dataset', '/data/live/events/:dataset'], (c) => {
    const name = c.req.param('dataset') ?? ''
    if (!lake.get(name)) throw new HttpError(404, `Dataset "${name}" not found`)
    if (lake.aclModeOf(name) === 'private' && !hasRole(c.var.identity, 'viewer')) throw unauthorized()
    if (c.req.query('includeDrafts') === 'true' && !hasRole(c.var.identity, 'viewer')) {
      throw unauthorized('The live content of drafts needs a token with at least the role viewer')
    }
    const url = new URL(c.req.url)
    const target = withoutTicket(url)
    const port = spread.take()
    // Older clients say so in the address: they set no header that a browser would have to ask for first.
    const lastEventId = c.req.header('last-event-id') ?? c.req.query('lastEventId')
    const admission: Admission = {
      identity: c.var.identity,
      target,
      port,
      ...(lastEventId ? { lastEventId } : {}),
    }
    const location = new URL(target, `http://${url.hostname}:${port}`)
    location.searchParams.set('ticket', tickets.issue(admission))
    return new Response(null, {
      status: 307,
      headers: { location: location.href, 'cache-control': 'no-store' },
    })
  })

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    port: number,
    cors: Record<string, string>,
  ) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const [, apiVersion = '', kind, name = ''] = STREAM.exec(url.pathname) ?? []
    if (!kind)
      throw new HttpError(
        501,
        `The local cloud only serves streams here, not ${request.method} ${url.pathname}`,
      )
    const admission = tickets.redeem(url.searchParams.get('ticket') ?? '', withoutTicket(url), port)
    if (!admission) throw unauthorized('The ticket is missing, used or too old: connect to the main port')
    const dataset = lake.get(name)
    const journal = journals.get(name)
    if (!dataset || !journal) {
      spread.release(port)
      throw new HttpError(404, `Dataset "${name}" not found`)
    }
    const stream = new EventStream(response, cors)
    open.set(stream, name)
    stream.onClose(() => {
      open.delete(stream)
      spread.release(port)
    })
    const { identity, lastEventId } = admission
    const resume = lastEventId ? { lastEventId } : {}
    if (kind === 'listen')
      serveListener(stream, { dataset, journal, params: url.searchParams, apiVersion, identity, ...resume })
    else
      serveLive(stream, journal, {
        includeDrafts: url.searchParams.get('includeDrafts') === 'true',
        ...resume,
      })
  }

  return {
    redirects,
    handler: (port) => (request, response) => {
      const origin = request.headers.origin
      // After the redirect browsers send `Origin: null`; the ticket says who it is.
      const verdict = origin === 'null' ? { allowed: true, credentials: true } : origins.judge(origin ?? '')
      if (origin && !verdict.allowed)
        return sendError(response, new HttpError(403, 'CORS Origin not allowed'), {})
      const cors = origin ? corsHeaders(origin, verdict) : {}
      if (request.method === 'OPTIONS') {
        const asked = request.headers['access-control-request-headers']
        response.writeHead(204, { ...cors, ...preflightHeaders(asked) })
        response.end()
        return
      }
      try {
        serve(request, response, port, cors)
      } catch (error) {
        const failure = error instanceof HttpError ? error : new HttpError(500, 'The stream failed to start')
        if (!(error instanceof HttpError)) console.error('local cloud: a stream failed:', error)
        if (!response.headersSent) sendError(response, failure, cors)
        else response.destroy()
      }
    },
    follow(dataset) {
      journals.set(dataset.name, new Journal(dataset))
    },
    restart(name) {
      for (const [datasetName, journal] of [...journals]) {
        if (name && datasetName !== name) continue
        journal.restart()
      }
      for (const [stream, datasetName] of [...open]) if (!name || datasetName === name) stream.close()
    },
    counts: () => spread.counts(),
    close() {
      tickets.clear()
      for (const stream of [...open.keys()]) stream.close()
    },
  }
}
