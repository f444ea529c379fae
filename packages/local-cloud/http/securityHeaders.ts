import type { MiddlewareHandler } from 'hono'

/** Sets headers that prevent MIME sniffing and, unless the route sets them, framing, scripts, referrers and caching. */
export function securityHeaders(): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('x-content-type-options', 'nosniff')
    // HTML pages set a different referrer policy: with no-referrer, browsers post forms with `Origin: null`.
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    // Pages on other origins embed Sanity's assets.
    headers.set('cross-origin-resource-policy', 'cross-origin')
  }
}
