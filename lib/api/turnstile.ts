import { z } from 'zod'
import { environment } from '@/lib/env'
import { log } from '@/lib/log'

const timeoutMs = 3000

/** Returns whether a CAPTCHA token is valid. */
type VerifyCaptcha = (token: string) => Promise<boolean>

/**
 * Creates a function that verifies Cloudflare Turnstile tokens, each of which is valid once. A token that cannot be
 * verified counts as invalid.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstileVerifier(secret: string): VerifyCaptcha {
  return async (token) => {
    try {
      const response = await fetch('https://challenges.cloudflare.com/turnstile/v0/siteverify', {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return z.object({ success: z.boolean() }).parse(await response.json()).success
    } catch (error) {
      log.warn('api', 'turnstile: verifying a token failed; it is refused', error)
      return false
    }
  }
}

/** Creates the verifier for the site's Turnstile tokens; undefined without Turnstile or its secret key. */
export function createSiteTurnstileVerifier(): VerifyCaptcha | undefined {
  const { NEXT_PUBLIC_TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret } = environment()
  return siteKey && secret ? createTurnstileVerifier(secret) : undefined
}
