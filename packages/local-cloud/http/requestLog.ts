import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeader,
  OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http'
import type { Vendor } from './faults.ts'
import { maskBody, maskHeader, maskQuery } from './maskSecrets.ts'

/** How many requests to each vendor are kept: with full bodies 5 MB. */
const KEPT = 150
/** How much of a body is kept. Bytes. */
export const BODY_KEPT = 16 * 1024
/** How much of an address and of a header is kept. Characters. */
const ADDRESS_KEPT = 2000
const HEADER_KEPT = 500

const TEXT = /json|text\/|x-www-form-urlencoded|multipart\/form-data|xml|javascript/

/** A body as far as it was kept: its beginning in pieces, and its length in bytes. */
type KeptBody = { type: string; pieces: readonly Buffer[]; length: number }

type Entry = {
  id: number
  vendor: Vendor
  method: string
  address: string
  /** Milliseconds since 1970. */
  at: number
  /** Undefined when the connection ended without an answer. */
  status: number | undefined
  milliseconds: number
  headers: { request: IncomingHttpHeaders; response: OutgoingHttpHeaders }
  bodies: { request: KeptBody; response: KeptBody }
}

/** A request as the list shows it, without secrets. */
export type LoggedRequest = Pick<Entry, 'id' | 'vendor' | 'method' | 'at' | 'status' | 'milliseconds'> & {
  path: string
  query: string
}

/** A body as people see it; the text is undefined when it is none, and `cut` when more was sent than was kept. */
export type LoggedBody = { type: string; text: string | undefined; length: number; cut: boolean }

/** A request with all that was kept of it, without secrets. */
export type RequestDetail = LoggedRequest & {
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
  requestBody: LoggedBody
  responseBody: LoggedBody
}

/** Keeps the beginning of a body that goes by, in a copy: the pieces themselves may be large. */
class BodyStart {
  type = ''
  private readonly pieces: Buffer[] = []
  private kept = 0
  private length = 0

  /** Takes notice of a piece of the body; anything else that streams are given is passed over. */
  add(chunk: unknown): void {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
    this.length += Buffer.byteLength(chunk)
    const room = BODY_KEPT - this.kept
    if (room <= 0 || !TEXT.test(this.type)) return
    const piece = Buffer.from(chunk.slice(0, room)).subarray(0, room)
    this.pieces.push(piece)
    this.kept += piece.length
  }

  result(): KeptBody {
    return { type: this.type, pieces: this.pieces, length: this.length }
  }
}

const textOf = (header: unknown) => (Array.isArray(header) ? header.join(', ') : String(header ?? ''))

/**
 * The latest requests to each vendor, in memory: as many as a person looks through, with the beginnings of their bodies.
 * Secrets are masked when somebody looks, not when a request goes by, which costs the request nothing. Event streams,
 * web sockets and the faces of pages are left out.
 */
export class RequestLog {
  private readonly entries = new Map<Vendor, Entry[]>()
  private last = 0

  /** Notes requests to a vendor: call it with each before it is answered. */
  watch(vendor: Vendor): (request: IncomingMessage, response: ServerResponse) => void {
    return (request, response) => {
      if (request.url?.startsWith('/_fonts/')) return
      const at = Date.now()
      const begun = performance.now()
      const sent = watchBody(request)
      const answered = watchAnswer(response)
      response.once('close', () => {
        if (answered.body.type.startsWith('text/event-stream')) return
        this.last += 1
        this.keep({
          id: this.last,
          vendor,
          method: request.method ?? '',
          address: (request.url ?? '').slice(0, ADDRESS_KEPT),
          at,
          status: response.writableFinished ? response.statusCode : undefined,
          milliseconds: performance.now() - begun,
          headers: { request: request.headers, response: answered.headers },
          bodies: { request: sent.result(), response: answered.body.result() },
        })
      })
    }
  }

  private keep(entry: Entry): void {
    const kept = this.entries.get(entry.vendor) ?? []
    this.entries.set(entry.vendor, kept)
    kept.push(entry)
    if (kept.length > KEPT) kept.shift()
  }

  /** What is kept, of one vendor when asked for, the latest first. */
  list(vendor?: Vendor): LoggedRequest[] {
    const found = vendor ? (this.entries.get(vendor) ?? []) : [...this.entries.values()].flat()
    return found.toSorted((a, b) => b.id - a.id).map(shown)
  }

  /** One request, while it is kept. */
  get(id: number): RequestDetail | undefined {
    const entry = [...this.entries.values()].flat().find((candidate) => candidate.id === id)
    if (!entry) return undefined
    return {
      ...shown(entry),
      requestHeaders: shownHeaders(entry.headers.request),
      responseHeaders: shownHeaders(entry.headers.response),
      requestBody: shownBody(entry.bodies.request),
      responseBody: shownBody(entry.bodies.response),
    }
  }

  /** Forgets everything. */
  clear(): void {
    this.entries.clear()
  }
}

/** Looks on while a request's body is read. A listener would begin the reading before its reader is there. */
function watchBody(request: IncomingMessage): BodyStart {
  const body = new BodyStart()
  body.type = textOf(request.headers['content-type'])
  const push = request.push.bind(request)
  request.push = (chunk, encoding) => {
    body.add(chunk)
    return push(chunk, encoding)
  }
  return body
}

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]
type Done = (error?: Error | null) => void

/** Looks on while an answer is written. */
function watchAnswer(response: ServerResponse): { body: BodyStart; headers: OutgoingHttpHeaders } {
  const answer: { body: BodyStart; headers: OutgoingHttpHeaders } = { body: new BodyStart(), headers: {} }
  const writeHead = response.writeHead.bind(response)
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  response.writeHead = (status: number, second?: string | Headers, third?: Headers) => {
    const given = typeof second === 'string' ? third : second
    Object.assign(answer.headers, response.getHeaders(), byName(given))
    answer.body.type = textOf(answer.headers['content-type'])
    return typeof second === 'string' ? writeHead(status, second, third) : writeHead(status, second)
  }
  response.write = (chunk: unknown, second?: BufferEncoding | Done, third?: Done) => {
    answer.body.add(chunk)
    return typeof second === 'string' ? write(chunk, second, third) : write(chunk, second)
  }
  response.end = (chunk?: unknown, second?: BufferEncoding | (() => void), third?: () => void) => {
    // An answer of a few bytes may come without `writeHead`.
    if (!response.headersSent) response.writeHead(response.statusCode)
    answer.body.add(chunk)
    return typeof second === 'string' ? end(chunk, second, third) : end(chunk, second)
  }
  return answer
}

/** Headers by their names in small letters; a list of them has names and values in turn. */
function byName(headers: Headers | undefined): OutgoingHttpHeaders {
  if (!headers) return {}
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]] as const] : []))
    : Object.entries(headers)
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), value]))
}

function shown({ id, vendor, method, address, at, status, milliseconds }: Entry): LoggedRequest {
  const [path = '', ...query] = address.split('?')
  return { id, vendor, method, at, status, milliseconds, path, query: maskQuery(query.join('?')) }
}

function shownHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, maskHeader(name, textOf(value).slice(0, HEADER_KEPT))]),
  )
}

function shownBody({ type, pieces, length }: KeptBody): LoggedBody {
  const start = Buffer.concat(pieces)
  const isText = TEXT.test(type)
  const text = isText ? maskBody(new TextDecoder().decode(start), type) : undefined
  return { type, text, length, cut: length > start.length }
}
