import { turnstileSiteKey } from '@/lib/contact/config'
import { AuthProblem } from './problems'

/** How long a visitor may take to solve a challenge. Most visitors see none. Milliseconds. */
const challengeTimeoutMs = 120_000

/**
 * Requests a token of Turnstile for a guest's checkout, or for one request to the account service. A challenge appears at
 * the end of the form with the focus, or else of the page. The script loads with the first request.
 *
 * @returns undefined where the site has no Turnstile
 * @throws AuthProblem `captchaFailed` when the script doesn't load, or the challenge fails
 */
export async function requestCaptchaToken(): Promise<string | undefined> {
  const sitekey = turnstileSiteKey
  if (!sitekey) return undefined
  const container = document.createElement('div')
  const challengeParent = document.activeElement?.closest('form') ?? document.querySelector('main')
  challengeParent?.append(container)
  try {
    const { loadCaptcha } = await import('@/lib/contact/captcha')
    const captchaApi = await loadCaptcha()
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('The challenge failed.'))
      setTimeout(fail, challengeTimeoutMs)
      const widget = captchaApi.render(container, {
        sitekey,
        appearance: 'interaction-only',
        callback: (token) => {
          resolve(token)
          captchaApi.remove(widget)
        },
        'expired-callback': fail,
        'error-callback': fail,
      })
    })
  } catch {
    throw new AuthProblem('captchaFailed')
  } finally {
    container.remove()
  }
}

/** Requests a token like {@link requestCaptchaToken}, as an option of the account service's client. */
export async function requestCaptchaOption(): Promise<{ captchaToken?: string }> {
  const token = await requestCaptchaToken()
  return token === undefined ? {} : { captchaToken: token }
}
