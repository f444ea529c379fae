import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../http/errors.ts'
import { isSameSecret } from '../http/secrets.ts'

/**
 * Admits the console's own pages and clients with the control token. Any website can send requests to localhost, so a
 * missing Origin is not sufficient.
 */
export function guardControl(token: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const own = `http://${c.req.header('host') ?? ''}`
    if (origin !== undefined && origin !== own) {
      return errorResponse(403, 'The control API accepts its own origin only')
    }
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (bearer !== undefined && isSameSecret(bearer, token)) return next()
    // Browsers omit Origin from a page's own GET, but send this header, which no page can forge.
    if (origin === own || c.req.header('sec-fetch-site') === 'same-origin') return next()
    return errorResponse(401, 'Send "Authorization: Bearer" with LOCAL_CONTROL_TOKEN of cloud.env')
  }
}
