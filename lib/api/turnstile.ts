import { z } from 'zod'
import { capToDeadline } from '@/lib/deadline'
import { environment } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetchWithTimeout'
import { log } from '@/lib/log'

/** How long Cloudflare may take. Milliseconds. */
const timeoutMs = 3000

/** Returns whether a CAPTCHA token is valid. */
export type VerifyCaptcha = (token: string) => Promise<boolean>

/**
 * Verifies tokens of Cloudflare Turnstile, each of which is valid once. A token that cannot be verified is invalid.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
export function createTurnstileVerifier(secret: string): VerifyCaptcha {
  return async (token) => {
    try {
      const response = await fetchWithTimeout(capToDeadline(timeoutMs))(
        'https://challenges.cloudflare.com/turnstile/v0/siteverify',
        { method: 'POST', body: new URLSearchParams({ secret, response: token }) },
      )
      return z.object({ success: z.boolean() }).parse(await response.json()).success
    } catch (error) {
      log.warn('api', 'turnstile: verifying a token failed; it is refused', error)
      return false
    }
  }
}

/** Verifies the site's own tokens; undefined while the site has no Turnstile, or the server not its secret key. */
export function getSiteTurnstile(): VerifyCaptcha | undefined {
  const { NEXT_PUBLIC_CAPTCHA_PROVIDER: provider, TURNSTILE_SECRET_KEY: secret } = environment()
  return provider === 'turnstile' && secret ? createTurnstileVerifier(secret) : undefined
}
