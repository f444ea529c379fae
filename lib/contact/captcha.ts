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
      reject(new Error('The Turnstile script could not be loaded.'))
    }
    window.captchaIsReady = () => (window.turnstile ? resolve(window.turnstile) : fail())
    element.onerror = fail
    element.src = scriptUrl
    document.head.append(element)
  })
  return loading
}
