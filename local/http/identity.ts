import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { AccountStore } from '../content-lake/auth/store.ts'
import type { CloudEnvironment } from './context.ts'
import { unauthorized } from './errors.ts'

/** The Studio's cookie in cookie sign-in. */
export const SESSION_COOKIE = 'sanitySession'

/**
 * Finds out who calls: a bearer token, else the session cookie. A wrong token is refused (401), since its holder
 * believes to be somebody; a wrong cookie is ignored, since cookies of one localhost port reach all the others.
 */
export function identify(accounts: AccountStore): MiddlewareHandler<CloudEnvironment> {
  return async (c, next) => {
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    const token = bearer ?? getCookie(c, SESSION_COOKIE)
    const identity = token ? accounts.identify(token) : undefined
    if (bearer && !identity) throw unauthorized()
    c.set('identity', identity ?? null)
    c.set('token', identity ? token : undefined)
    await next()
  }
}
