/** Turnstile: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
type CaptchaApi = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string
      /** Shows the widget only when a visitor has to interact with it. */
      appearance?: 'interaction-only'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => string
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

/**
 * Loads Turnstile's script, once.
 *
 * @throws when it cannot be loaded: no connection, or an extension that blocks it. The next call tries again.
 */
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
 * Shows the widget. Each token is valid for one message and for a few minutes.
 *
 * @param onChange - called with a new token, or with undefined when the token has become invalid
 */
export function showCaptcha(
  api: CaptchaApi,
  container: HTMLElement,
  siteKey: string,
  onChange: (token: string | undefined) => void,
): Captcha {
  let token: string | undefined
  const update = (next: string | undefined) => {
    token = next
    onChange(next)
  }
  const widget = api.render(container, {
    sitekey: siteKey,
    callback: update,
    'expired-callback': () => update(undefined),
    'error-callback': () => update(undefined),
  })
  return {
    getToken: () => token,
    reset: () => {
      update(undefined)
      api.reset(widget)
    },
  }
}
