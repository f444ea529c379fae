import type { CaptchaProvider } from './config'

/** The common API of reCAPTCHA and Turnstile. */
type CaptchaApi = {
  render: (
    container: HTMLElement,
    options: {
      sitekey: string
      /** Turnstile only: shows the widget only when a visitor has to interact with it. */
      appearance?: 'interaction-only'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ) => string | number
  reset: (widget: string | number) => void
  /** Turnstile only. */
  remove?: (widget: string | number) => void
}

declare global {
  interface Window {
    grecaptcha?: CaptchaApi
    turnstile?: CaptchaApi
    captchaIsReady?: () => void
  }
}

/**
 * The script of each service, and the API that it adds to `window`:
 * https://developers.google.com/recaptcha/docs/display,
 * https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/
 */
const services = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit&onload=captchaIsReady',
    getApi: () => window.grecaptcha,
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaIsReady',
    getApi: () => window.turnstile,
  },
} as const satisfies Record<CaptchaProvider, { script: string; getApi: () => CaptchaApi | undefined }>

let loading: Promise<CaptchaApi> | undefined

/**
 * Loads a service's script, once.
 *
 * @throws when it cannot be loaded: no connection, or an extension that blocks it. The next call tries again.
 */
export function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  loading ??= new Promise<CaptchaApi>((resolve, reject) => {
    const { script, getApi } = services[provider]
    const element = document.createElement('script')
    const fail = () => {
      element.remove()
      loading = undefined
      reject(new Error(`The script of ${provider} could not be loaded.`))
    }
    window.captchaIsReady = () => {
      const loaded = getApi()
      if (loaded) resolve(loaded)
      else fail()
    }
    element.onerror = fail
    element.src = script
    document.head.append(element)
  })
  return loading
}

/** A widget in a form. `getToken` returns the current token; `reset` requests a new one. */
export type Captcha = { getToken: () => string | undefined; reset: () => void }

/**
 * Shows a service's widget. Each token is valid for one message and for a few minutes.
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
