/** Turnstile's browser API: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
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

/** Loads Turnstile's script, once. Rejects if it is blocked, for example by an extension; the next call tries again. */
function loadCaptcha(): Promise<CaptchaApi> {
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

/** How long a visitor may take to solve a challenge, which most visitors never see. */
const challengeTimeoutMs = 120_000

/**
 * Requests a Turnstile token. Any challenge appears at the end of the form that has focus, or else of the main content.
 *
 * @throws when the script doesn't load, or the challenge fails
 */
export async function solveChallenge(sitekey: string): Promise<string> {
  const container = document.createElement('div')
  const challengeParent = document.activeElement?.closest('form') ?? document.querySelector('main')
  challengeParent?.append(container)
  try {
    const captchaApi = await loadCaptcha()
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('The Turnstile challenge failed, expired or timed out.'))
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
  } finally {
    container.remove()
  }
}
