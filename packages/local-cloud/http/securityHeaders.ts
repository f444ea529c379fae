import type { MiddlewareHandler } from 'hono'
import type { CloudEnvironment } from './context.ts'

/** Keeps browsers from guessing types, framing pages or telling others where somebody came from. */
export function securityHeaders(): MiddlewareHandler<CloudEnvironment> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    headers.set('x-content-type-options', 'nosniff')
    // With no-referrer a page's own form would be posted with `Origin: null`; pages set their own.
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'no-referrer')
    if (!headers.has('content-security-policy')) {
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    }
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    // Pages of other origins show the assets.
    headers.set('cross-origin-resource-policy', 'cross-origin')
  }
}
