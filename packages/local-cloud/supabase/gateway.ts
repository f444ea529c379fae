import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { isLoopback } from '../config.ts'
import { authRoutes } from './app.ts'
import type { Auth, AuthEnvironment, AuthRequest, Fault } from './context.ts'
import { sameSecret } from './crypto/compare.ts'
import { AuthError, authErrorResponse } from './errors.ts'
import { roleOfApiKey } from './keys/apiKeys.ts'

/** Verifiers of tokens send no key. */
const KEYS_PATH = '/auth/v1/.well-known/jwks.json'
const SECRET_PREFIX = 'sb_secret_'

function refuse(message: string, hint: string): Response {
  return Response.json({ message, hint }, { status: 401 })
}

/** Pages of the site and of anything else on this machine may call; the hosted gateway lets every page. */
function mayCall(origin: string, siteUrl: string): boolean {
  const url = URL.parse(origin)
  return url !== null && (origin === new URL(siteUrl).origin || isLoopback(url.hostname))
}

function corsHeaders(c: AuthRequest, auth: Auth): Record<string, string> {
  const origin = c.req.header('origin')
  if (!origin || !mayCall(origin, auth.config().siteUrl)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'X-Total-Count, Link, X-Supabase-Api-Version, X-Sb-Error-Code',
  }
}

/** Ends the connection without an answer. */
function cutOff(c: AuthRequest): Response {
  c.env.outgoing?.destroy()
  return RESPONSE_ALREADY_SENT
}

/** What a fault in force answers; undefined when it has no status. */
function faultResponse(fault: Fault | undefined): Response | undefined {
  if (fault?.status === undefined) return undefined
  const { status } = fault
  const code = status === 429 ? 'over_request_rate_limit' : 'unexpected_failure'
  const error = new AuthError(status, code, "Fault injected by the local cloud's control API")
  const response = authErrorResponse(error)
  if (status === 429 || status === 503) response.headers.set('retry-after', '1')
  return response
}

/** What the gateway answers instead of letting a request through; undefined when its key is good. */
function checkApiKey(c: AuthRequest, auth: Auth): Response | undefined {
  if (c.req.path === KEYS_PATH) return undefined
  const key = c.req.header('apikey') ?? c.req.query('apikey')
  if (!key) {
    return refuse('No API key found in request', 'No `apikey` request header or url param was found.')
  }
  const role = roleOfApiKey(key, auth.apiKeys)
  if (!role) return refuse('Invalid API key', 'Double check your Supabase `anon` or `service_role` API key.')
  if (key.startsWith(SECRET_PREFIX) && /\bMozilla\//.test(c.req.header('user-agent') ?? '')) {
    return refuse(
      'Forbidden use of secret API key in browser',
      'Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately.',
    )
  }
  c.set('apiRole', role)
  return undefined
}

/**
 * The visitor's IP that a server names, where the setting allows it
 * (https://supabase.com/docs/guides/auth/rate-limits, "IP address forwarding").
 */
function forwardedIp(c: AuthRequest, auth: Auth): string | undefined {
  const ip = c.req.header('sb-forwarded-for')?.split(',')[0]?.trim() ?? ''
  const isServer = sameSecret(c.req.header('apikey') ?? '', auth.apiKeys.secret)
  return auth.config().forwardedFor && isServer && isIP(ip) ? ip : undefined
}

/**
 * The application behind the Supabase port: the API keys of
 * https://supabase.com/docs/guides/api/api-keys, Auth below `/auth/v1`, and an explicit 501 for everything else.
 */
export function createSupabaseApp(auth: Auth): Hono<AuthEnvironment> {
  const app = new Hono<AuthEnvironment>()
  app.use(async (c, next) => {
    const headers = corsHeaders(c, auth)
    if (c.req.method === 'OPTIONS') {
      const requested = c.req.header('access-control-request-headers')
      const preflight = {
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-max-age': '600',
        ...(requested ? { 'access-control-allow-headers': requested } : {}),
      }
      const allowed = headers['access-control-allow-origin'] ? { ...headers, ...preflight } : {}
      return new Response(null, { status: 204, headers: { ...allowed, vary: 'Origin' } })
    }
    // Hono answers HEAD with what GET does; opening a link must not happen by looking at it.
    if (c.req.raw.method === 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, POST, PUT, PATCH, DELETE, OPTIONS' } })
    }
    // A form needs no permission to be sent, only to read the response.
    const origin = c.req.header('origin')
    if (origin && !mayCall(origin, auth.config().siteUrl)) {
      return c.json({ message: `The origin ${origin} may not call the local accounts` }, 403)
    }
    const fault = auth.takeFault()
    if (fault?.delayMs) await wait(fault.delayMs, undefined, { signal: c.req.raw.signal }).catch(() => {})
    if (fault?.lose === 'request') return cutOff(c)
    c.set('forwardedIp', forwardedIp(c, auth))
    const refusal = faultResponse(fault) ?? checkApiKey(c, auth)
    if (refusal) c.res = refusal
    else await next()
    if (fault?.lose === 'answer') c.res = cutOff(c)
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    c.res.headers.append('vary', 'Origin')
    c.res.headers.set('x-content-type-options', 'nosniff')
    c.res.headers.set('referrer-policy', 'no-referrer')
  })
  app.route('/auth/v1', authRoutes(auth))
  app.notFound((c) =>
    c.json({ code: '501', message: `The local cloud does not support ${c.req.method} ${c.req.path}` }, 501),
  )
  return app
}
