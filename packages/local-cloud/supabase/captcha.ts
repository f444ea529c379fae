import type { MiddlewareHandler } from 'hono'
import { readBody } from './body.ts'
import type { Auth, AuthEnvironment } from './context.ts'
import { AuthError } from './errors.ts'

/** The token of Cloudflare's test site keys (https://developers.cloudflare.com/turnstile/troubleshooting/testing/). */
const TEST_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'

/** Cloudflare's test secret that accepts the test token. */
const ACCEPTING_SECRET = '1x0000000000000000000000000000000AA'

/** The paths that require a CAPTCHA token. `/token` requires one only for the password grant. */
export const CAPTCHA_PATHS = ['/signup', '/token', '/recover', '/resend', '/otp']

/** The error code of Cloudflare's `siteverify` for a token; undefined for an accepted one. */
function findTokenError(token: string, secret: string): string | undefined {
  if (secret !== ACCEPTING_SECRET) return 'invalid-input-secret'
  return token === TEST_TOKEN ? undefined : 'invalid-input-response'
}

/** Requires a CAPTCHA token if the setting is on, unless a server sends the secret key. Throws a 400 AuthError. */
export function requireCaptcha(auth: Auth): MiddlewareHandler<AuthEnvironment> {
  return async (c, next) => {
    const { captcha, captchaSecret } = auth.config()
    const isRefresh = c.req.path.endsWith('/token') && c.req.query('grant_type') !== 'password'
    if (captcha && c.get('apiRole') !== 'service_role' && !isRefresh && c.req.method === 'POST') {
      const security = (await readBody(c)).object('gotrue_meta_security')
      const token = typeof security?.captcha_token === 'string' ? security.captcha_token.trim() : ''
      const reason = token === '' ? 'no captcha_token found' : findTokenError(token, captchaSecret)
      if (reason)
        throw new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
    }
    await next()
  }
}
