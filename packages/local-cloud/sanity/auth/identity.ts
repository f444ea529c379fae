import type { MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { unauthorized } from '../../http/errors.ts'
import type { LakeEnvironment } from '../context.ts'
import type { Origins } from '../origins.ts'
import type { AccountStore } from './store.ts'

/** The Studio's cookie in cookie sign-in. */
export const SESSION_COOKIE = 'sanitySession'

/**
 * Finds out who calls: a bearer token, else the session cookie. A wrong token is refused (401), since its holder
 * believes to be somebody; a wrong cookie is ignored, since cookies of one localhost port reach all the others.
 */
export function identify(accounts: AccountStore, origins: Origins): MiddlewareHandler<LakeEnvironment> {
  return async (c, next) => {
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
    // Cookies travel between the ports of one machine, also where the browser's page may not send any.
    const origin = c.req.header('origin')
    const withCookie = origin === undefined || origins.judge(origin).credentials
    const token = bearer ?? (withCookie ? getCookie(c, SESSION_COOKIE) : undefined)
    const identity = token ? accounts.identify(token) : undefined
    if (bearer && !identity) throw unauthorized()
    c.set('identity', identity ?? null)
    c.set('token', identity ? token : undefined)
    await next()
  }
}
