import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../http/errors.ts'
import type { SanityEnvironment } from './context.ts'
import type { OriginPermission, Origins } from './origins.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** Every origin may read assets, and `/ping`, which the Studio requests to check whether its origin is allowed. */
const PUBLIC_PATHS = /^\/(images|files)\/|^\/v[^/]+\/ping$/

/** The headers that allow `origin` to read a response. */
export function getCorsHeaders(origin: string, permission: OriginPermission): Record<string, string> {
  return {
    'access-control-allow-origin': origin,
    ...(permission.allowsCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
    'access-control-expose-headers': 'Content-Disposition, Content-Range, ETag, Retry-After, X-Sanity-Shard',
    vary: 'Origin',
  }
}

/** The headers of a preflight response, in addition to those from `getCorsHeaders`. */
export function getPreflightHeaders(requestedHeaders: string | undefined): Record<string, string> {
  return {
    'access-control-allow-methods': METHODS,
    ...(requestedHeaders ? { 'access-control-allow-headers': requestedHeaders } : {}),
    'access-control-max-age': '600',
  }
}

/**
 * Sanity's CORS policy (https://www.sanity.io/docs/content-lake/browser-security-and-cors): allows the project's
 * origins and, on public paths, any origin. Responds with 403 to other origins.
 */
export function cors(origins: Origins): MiddlewareHandler<SanityEnvironment> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isPublicPath = PUBLIC_PATHS.test(c.req.path)
    if (!origin) {
      await next()
      c.header('vary', 'Origin', { append: true })
      return
    }
    const permission = origins.check(origin)
    if (!permission.isAllowed && !isPublicPath) {
      return errorResponse(403, `CORS Origin not allowed: "${origin}" is not among the project's origins`)
    }
    const headers = getCorsHeaders(origin, permission)
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
