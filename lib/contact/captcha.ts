/** Turnstile: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
type CaptchaApi = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string
      /** Shows the widget only when a visitor has to interact with it. */
      appearance?: 'interaction-only'
      callback: (token: string) => void
      'expired-callback'?: () => void
      'error-callback'?: () => void
    },
  ) => string
  getResponse: (widget: string) => string | undefined
  reset: (widget: string) => void
  remove: (widget: string) => void
}

declare global {
  interface Window {
    turnstile?: CaptchaApi
    captchaIsReady?: () => void
  }
}

const scriptUrl =
  'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaIsReady'

let loading: Promise<CaptchaApi> | undefined

/** Loads Turnstile's script, once. Throws when that fails, as with an extension; the next call tries again. */
export function loadCaptcha(): Promise<CaptchaApi> {
  loading ??= new Promise<CaptchaApi>((resolve, reject) => {
    const element = document.createElement('script')
    const fail = () => {
      element.remove()
      loading = undefined
      reject(new Error('The script of Turnstile could not be loaded.'))
    }
    window.captchaIsReady = () => (window.turnstile ? resolve(window.turnstile) : fail())
    element.onerror = fail
    element.src = scriptUrl
    document.head.append(element)
  })
  return loading
}

/** A widget in a form. `getToken` returns the current token; `reset` requests a new one. */
export type Captcha = { getToken: () => string | undefined; reset: () => void }

/**
 * Shows the widget, which renews an expired token. Each token is valid for one message and for a few minutes.
 *
 * @param onToken - called with each new token
 */
export function showCaptcha(
  api: CaptchaApi,
  container: HTMLElement,
  sitekey: string,
  onToken: () => void,
): Captcha {
  const widget = api.render(container, { sitekey, callback: onToken })
  return { getToken: () => api.getResponse(widget), reset: () => api.reset(widget) }
}
