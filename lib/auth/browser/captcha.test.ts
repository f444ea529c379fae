import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Options = { callback: (token: string) => void; 'error-callback': () => void; sitekey: string }

const contactConfig = vi.hoisted((): { captcha?: { provider: string; siteKey: string } | undefined } => ({
  captcha: undefined,
}))
const loadedProviders = vi.hoisted((): string[] => [])
let endChallenge = (options: Options) => options.callback('token')
vi.mock('@/lib/contact/config', () => contactConfig)
vi.mock('@/lib/contact/captcha', () => ({
  loadCaptcha: async (provider: string) => {
    loadedProviders.push(provider)
    return {
      render: (_: object, options: Options) => setTimeout(() => endChallenge(options)),
      remove: () => {},
    }
  },
}))

beforeEach(() => {
  loadedProviders.length = 0
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    activeElement: null,
    querySelector: () => null,
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([undefined, { provider: 'recaptcha', siteKey: 'key' }])(
  'loads no script with the setting %o',
  async (captcha) => {
    contactConfig.captcha = captcha
    const { requestCaptchaOption } = await import('./captcha')
    expect(await requestCaptchaOption()).toEqual({})
    expect(loadedProviders).toEqual([])
  },
)

it('renders a new widget for each token', async () => {
  contactConfig.captcha = { provider: 'turnstile', siteKey: 'key' }
  const { requestCaptchaOption } = await import('./captcha')
  let count = 0
  endChallenge = ({ callback, sitekey }) => callback(`${sitekey}-${++count}`)
  expect([await requestCaptchaOption(), await requestCaptchaOption()]).toEqual([
    { captchaToken: 'key-1' },
    { captchaToken: 'key-2' },
  ])
})

it('throws captchaFailed when the challenge fails', async () => {
  contactConfig.captcha = { provider: 'turnstile', siteKey: 'key' }
  const { requestCaptchaToken } = await import('./captcha')
  endChallenge = (options) => options['error-callback']()
  await expect(requestCaptchaToken()).rejects.toMatchObject({ problem: 'captchaFailed' })
})
