import type { z } from 'zod'
import { RequestProblem } from './problem'

/** The size limit of a JSON body from a page. */
const maxJsonBytes = 4000

/**
 * Reads the body of a request unchanged, as signatures require.
 *
 * @param maxBytes - a body with a greater `Content-Length` is not read; reading stops when a body exceeds this limit
 * @throws RequestProblem 413 `body_too_large`; 400 `body_invalid` when the body is incomplete
 */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  if (getContentLength(request) > maxBytes) throw new RequestProblem(413, 'body_too_large')
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > maxBytes) throw new RequestProblem(413, 'body_too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    // The client has disconnected, which is not a server error.
    throw error instanceof RequestProblem ? error : new RequestProblem(400, 'body_invalid', { cause: error })
  }
  return Buffer.concat(chunks).toString()
}

/**
 * Whether the request has an unread body that may exceed {@link maxJsonBytes}. Node reads and discards such a body
 * after the response, unless the connection is closed.
 */
export function hasUnreadLargeBody(request: Request): boolean {
  if (request.bodyUsed) return false
  return request.headers.has('transfer-encoding') || getContentLength(request) > maxJsonBytes
}

/** Returns the `Content-Length` in bytes; 0 without one, for example with chunked encoding. */
function getContentLength(request: Request): number {
  return Number(request.headers.get('content-length') ?? 0)
}

/**
 * Reads the JSON body that a page has sent; an empty body counts as `{}`.
 *
 * @throws RequestProblem 415 or 400 `body_invalid`, 413 `body_too_large`
 */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  // Other sites can send forms and plain text without a CORS preflight, but not JSON.
  if (!request.headers.get('content-type')?.startsWith('application/json')) {
    throw new RequestProblem(415, 'body_invalid')
  }
  return parseBody((await readText(request, maxJsonBytes)) || '{}', schema)
}

/** Parses a body that was already read. Throws a RequestProblem 400 `body_invalid`. */
export function parseBody<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new RequestProblem(400, 'body_invalid')
  }
}
