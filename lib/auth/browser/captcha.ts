import { turnstileSiteKey } from '@/lib/contact/config'
import { AuthProblem } from './problems'

/**
 * Requests a Turnstile token for a guest's checkout, or for one request to the account service. Turnstile's script
 * loads on the first request.
 *
 * @returns undefined if the site doesn't use Turnstile
 * @throws AuthProblem `captchaFailed` when the script doesn't load, or the challenge fails
 */
export async function requestCaptchaToken(): Promise<string | undefined> {
  if (!turnstileSiteKey) return undefined
  try {
    const { solveChallenge } = await import('@/lib/contact/captcha')
    return await solveChallenge(turnstileSiteKey)
  } catch {
    throw new AuthProblem('captchaFailed')
  }
}

/** Requests a token like {@link requestCaptchaToken}, as an option of the account service's client. */
export async function requestCaptchaOption(): Promise<{ captchaToken?: string }> {
  const token = await requestCaptchaToken()
  return token === undefined ? {} : { captchaToken: token }
}
