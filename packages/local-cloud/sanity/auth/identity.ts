import type { MiddlewareHandler } from 'hono'
import { unauthorized } from '../../http/errors.ts'
import type { SanityEnvironment } from '../context.ts'
import type { AccountStore } from './store.ts'

/**
 * Sets a request's identity from its bearer token; null without a token. Responds with 401 to an invalid token.
 * Cookies are ignored: browsers send one localhost port's cookies to all other localhost ports.
 */
export function identify(accounts: AccountStore): MiddlewareHandler<SanityEnvironment> {
  return async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const identity = token ? accounts.identify(token) : undefined
    if (token && !identity) throw unauthorized()
    c.set('identity', identity ?? null)
    c.set('token', token)
    await next()
  }
}
