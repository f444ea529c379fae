import type { MiddlewareHandler } from 'hono'
import { readBody } from './body.ts'
import type { Auth, AuthEnvironment } from './context.ts'
import { AuthError } from './errors.ts'

/** The token of Cloudflare's test site keys (https://developers.cloudflare.com/turnstile/troubleshooting/testing/). */
const TEST_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX'

/** Cloudflare's error codes for its test secrets; the first one accepts the test token. */
const TEST_SECRETS: Record<string, string | undefined> = {
  '1x0000000000000000000000000000000AA': undefined,
  '2x0000000000000000000000000000000AA': 'invalid-input-response',
  '3x0000000000000000000000000000000AA': 'timeout-or-duplicate',
}

/** The routes that ask for a token when the setting is on; of the grants, the password's alone. */
export const CAPTCHA_PATHS = ['/signup', '/token', '/recover', '/resend', '/otp']

/** The error of a token with a secret, as Cloudflare's `siteverify` names it; undefined for one that is right. */
function tokenError(token: string, secret: string): string | undefined {
  if (!Object.hasOwn(TEST_SECRETS, secret)) return 'invalid-input-secret'
  return TEST_SECRETS[secret] ?? (token === TEST_TOKEN ? undefined : 'invalid-input-response')
}

/** Requires a CAPTCHA token of every caller but a server with the secret key. Throws 400 AuthErrors. */
export function requireCaptcha(auth: Auth): MiddlewareHandler<AuthEnvironment> {
  return async (c, next) => {
    const { captcha, captchaSecret } = auth.config()
    const isOtherGrant = c.req.path.endsWith('/token') && c.req.query('grant_type') !== 'password'
    if (captcha && c.get('apiRole') !== 'service_role' && !isOtherGrant && c.req.method === 'POST') {
      const security = (await readBody(c)).object('gotrue_meta_security')
      const token = typeof security?.captcha_token === 'string' ? security.captcha_token.trim() : ''
      const reason = token === '' ? 'no captcha_token found' : tokenError(token, captchaSecret)
      if (reason)
        throw new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)
    }
    await next()
  }
}
