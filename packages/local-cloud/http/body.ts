import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { CloudEnvironment } from './context.ts'
import { errorResponse, HttpError } from './errors.ts'

/** https://www.sanity.io/docs/content-lake/technical-limits: 4 MB, in SI units, for a mutation request. Bytes. */
export const JSON_LIMIT = 4_000_000

/** The part of a rejected body that is still read. Bytes. */
const drainLimit = 64_000_000

/** Reads and discards a body. Returns false when it exceeds the limit. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > drainLimit) return false
  }
  return true
}

/** Rejects bodies larger than `maxSize` bytes (default 4 MB) with 413, with or without a Content-Length. */
export function limitBody(maxSize: number = JSON_LIMIT): MiddlewareHandler<CloudEnvironment> {
  return bodyLimit({
    maxSize,
    async onError(c) {
      const { body } = c.req.raw
      // A client that is still sending when the connection ends sees a broken connection instead of the response.
      const isRead = body?.locked === false && (await drain(body))
      const response = errorResponse(413, `Request body exceeds limit of ${maxSize} bytes`)
      // Unread bytes would precede the next request on this connection.
      if (!isRead) response.headers.set('connection', 'close')
      return response
    },
  })
}

/** True for a JSON object (not an array, not null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON body of a request; undefined when it is empty. Throws an HttpError (400) when it isn't JSON. */
export async function readJson(request: { text(): Promise<string> }): Promise<unknown> {
  const text = await request.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'Invalid request payload JSON format')
  }
}
