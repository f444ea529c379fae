import type { MiddlewareHandler } from 'hono'
import { errorResponse } from '../http/errors.ts'
import { isSameSecret } from '../http/secrets.ts'

/**
 * Authorizes the console's own pages, and clients with the control token. Any website can send requests to localhost,
 * and browsers omit Origin for some of them, so a missing Origin does not prove that a request is from a console page.
 */
export function guardControl(token: string): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const ownOrigin = `http://${c.req.header('host') ?? ''}`
    if (origin !== undefined && origin !== ownOrigin) {
      return errorResponse(403, 'The control API accepts requests only from its own origin')
    }
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (bearer !== undefined && isSameSecret(bearer, token)) return next()
    // For a page's same-origin GET, browsers omit Origin. They send Sec-Fetch-Site, which pages cannot forge.
    if (origin === ownOrigin || c.req.header('sec-fetch-site') === 'same-origin') return next()
    return errorResponse(401, 'Send "Authorization: Bearer" with LOCAL_CONTROL_TOKEN from cloud.env')
  }
}
