import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../http/errors.ts'

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/**
 * Lets in the console's own page and holders of the control token. Any website can send requests to localhost, so
 * neither a missing nor a foreign Origin is enough.
 */
export function guardControl(token: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const own = `http://${c.req.header('host') ?? ''}`
    if (origin !== undefined && origin !== own) {
      return errorResponse(403, 'The control API only answers its own origin')
    }
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (bearer !== undefined && same(bearer, token)) return next()
    // Browsers send no Origin with a page's own GET, but this, which no page can forge.
    if (origin === own || c.req.header('sec-fetch-site') === 'same-origin') return next()
    return errorResponse(401, 'Send "Authorization: Bearer" with LOCAL_CONTROL_TOKEN of cloud.env')
  }
}
