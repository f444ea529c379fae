import { isIP } from 'node:net'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { isLoopback } from '../config.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { isSameSecret } from '../http/secrets.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import { createAuthRoutes } from './app.ts'
import type { Auth, AuthEnvironment, AuthRequest } from './context.ts'
import { AuthError, authErrorResponse } from './errors.ts'
import { findApiKeyRole } from './keys/apiKeys.ts'

/** The path of the public keys for verifying access tokens. It requires no API key. */
const publicKeysPath = '/auth/v1/.well-known/jwks.json'

function unauthorizedResponse(message: string, hint: string): Response {
  return Response.json({ message, hint }, { status: 401 })
}

/** Whether an origin is the site's or is on this machine. The hosted gateway allows every origin. */
function isAllowedOrigin(origin: string, siteUrl: string): boolean {
  const url = URL.parse(origin)
  return url !== null && (origin === new URL(siteUrl).origin || isLoopback(url.hostname))
}

function createFaultResponse(status: number, text: string): Response {
  return authErrorResponse(
    new AuthError(status, status === 429 ? 'over_request_rate_limit' : 'unexpected_failure', text),
  )
}

/** Stores the key's role. Returns a 401 response for a missing or invalid key, or if a browser sends the secret key. */
function rejectInvalidApiKey(c: AuthRequest, auth: Auth): Response | undefined {
  if (c.req.path === publicKeysPath) return undefined
  const key = c.req.header('apikey') ?? c.req.query('apikey')
  if (!key) {
    return unauthorizedResponse(
      'No API key found in request',
      'No `apikey` request header or url param was found.',
    )
  }
  const role = findApiKeyRole(key, auth.apiKeys)
  if (!role)
    return unauthorizedResponse(
      'Invalid API key',
      'Double check your Supabase `anon` or `service_role` API key.',
    )
  if (role === 'service_role' && /\bMozilla\//.test(c.req.header('user-agent') ?? '')) {
    return unauthorizedResponse(
      'Forbidden use of secret API key in browser',
      'Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately.',
    )
  }
  c.set('apiRole', role)
  return undefined
}

/**
 * The client IP that a server forwards, if the setting `forwardedFor` is on
 * (https://supabase.com/docs/guides/auth/rate-limits, "IP address forwarding").
 */
function readForwardedIp(c: AuthRequest, auth: Auth): string | undefined {
  const ip = c.req.header('sb-forwarded-for')?.split(',')[0]?.trim() ?? ''
  const isServer = isSameSecret(c.req.header('apikey') ?? '', auth.apiKeys.secret)
  return auth.config().forwardedFor && isServer && isIP(ip) ? ip : undefined
}

/**
 * Creates the application for the Supabase port, except for the management API below `/v1`. It checks API keys
 * (https://supabase.com/docs/guides/api/api-keys), serves Auth below `/auth/v1`, and returns 501 for other requests.
 */
export function createSupabaseApp(auth: Auth): Hono<AuthEnvironment> {
  const app = new Hono<AuthEnvironment>()
  app.use(
    cors({
      origin: (origin) => (isAllowedOrigin(origin, auth.config().siteUrl) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposeHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version', 'X-Sb-Error-Code'],
      maxAge: 600,
    }),
  )
  app.use(securityHeaders())
  app.use(async (c, next) => {
    // CORS alone does not stop other sites: browsers submit forms without a preflight.
    const origin = c.req.header('origin')
    if (!origin || isAllowedOrigin(origin, auth.config().siteUrl)) return next()
    return c.json({ message: `The origin ${origin} may not call the local Supabase Auth` }, 403)
  })
  app.use(injectFaults({ take: auth.takeFault }, 'supabase', createFaultResponse))
  app.use(async (c, next) => {
    c.set('forwardedIp', readForwardedIp(c, auth))
    return rejectInvalidApiKey(c, auth) ?? next()
  })
  app.route('/auth/v1', createAuthRoutes(auth))
  app.notFound(createUnsupportedHandler(auth.log))
  return app
}
