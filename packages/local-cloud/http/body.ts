import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { CloudEnvironment } from './context.ts'
import { errorResponse, HttpError } from './errors.ts'

/**
 * The default size limit of a body, the same as for Sanity's mutations: 4 MB in SI units
 * (https://www.sanity.io/docs/content-lake/technical-limits).
 */
const JSON_LIMIT_BYTES = 4_000_000

/** The maximum number of bytes that are read and discarded from a rejected body. */
const drainLimitBytes = 64_000_000

/** Reads and discards a body. Returns false when it exceeds the limit. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<boolean> {
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > drainLimitBytes) return false
  }
  return true
}

/** Rejects bodies larger than `maxSize` bytes (default 4 MB) with 413, with or without a Content-Length. */
export function limitBody(maxSize: number = JSON_LIMIT_BYTES): MiddlewareHandler<CloudEnvironment> {
  return bodyLimit({
    maxSize,
    async onError(c) {
      const { body } = c.req.raw
      // Drains the body: a client that is still sending when the connection closes never reads the response.
      const isDrained = body?.locked === false && (await drain(body))
      const response = errorResponse(413, `Request body exceeds limit of ${maxSize} bytes`)
      // Unread bytes would precede the next request on this connection.
      if (!isDrained) response.headers.set('connection', 'close')
      return response
    },
  })
}

/** Whether a JSON value is an object: not an array, and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The maximum nesting depth of a JSON value. Vendors accept less, and deeply nested values overflow the stack. */
export const MAX_NESTING = 100

/** Whether a JSON value nests objects or arrays more than `levels` deep. */
export function nestsTooDeep(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((item) => nestsTooDeep(item, levels - 1))
}

/** Reads the JSON body of a request; undefined when it is empty. Throws an HttpError (400) when it isn't JSON. */
export async function readJson(request: { text(): Promise<string> }): Promise<unknown> {
  const text = await request.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'Invalid request payload JSON format')
  }
}

/**
 * Parses and validates the JSON body of a request. An empty body counts as `{}`. Throws an HttpError (400) when the
 * body isn't JSON, or has invalid fields, which the error lists.
 */
export async function parseBody<Schema extends z.ZodType>(
  request: { text(): Promise<string> },
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse((await readJson(request)) ?? {})
  if (parsed.success) return parsed.data
  throw new HttpError(400, z.prettifyError(parsed.error))
}
