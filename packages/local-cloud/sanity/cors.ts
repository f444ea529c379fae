import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../http/errors.ts'
import type { SanityEnvironment } from './context.ts'
import type { Origins, OriginVerdict } from './origins.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** Assets are public for every origin; the Studio's probe must be readable from a refused one. */
const OPEN_PATHS = /^\/(images|files)\/|^\/v[^/]+\/ping$/

/** The headers that allow `origin` to read a response. */
export function getCorsHeaders(origin: string, verdict: OriginVerdict): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    ...(verdict.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
    'access-control-expose-headers': 'Content-Disposition, Content-Range, ETag, Retry-After, X-Sanity-Shard',
    vary: 'Origin',
  }
}

/** The headers of a preflight's response. */
export function getPreflightHeaders(requested: string | undefined): Record<string, string> {
  return {
    'access-control-allow-methods': METHODS,
    ...(requested ? { 'access-control-allow-headers': requested } : {}),
    'access-control-max-age': '600',
  }
}

/**
 * Sanity's CORS (https://www.sanity.io/docs/content-lake/browser-security-and-cors): echoes an allowed origin and responds
 * with 403 to any other.
 */
export function cors(origins: Origins): MiddlewareHandler<SanityEnvironment> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const open = OPEN_PATHS.test(c.req.path)
    if (!origin) {
      await next()
      c.header('vary', 'Origin', { append: true })
      return
    }
    const verdict = origins.judge(origin)
    if (!verdict.allowed && !open) {
      return errorResponse(403, `CORS Origin not allowed: "${origin}" is not among the project's origins`)
    }
    const headers = getCorsHeaders(origin, verdict)
    if (c.req.method === 'OPTIONS') {
      return new Response(null, {
        status: 204,
        headers: { ...headers, ...getPreflightHeaders(c.req.header('access-control-request-headers')) },
      })
    }
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
  }
}
