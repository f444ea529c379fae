import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Options = { callback: (token: string) => void; 'error-callback': () => void; sitekey: string }

const setting = vi.hoisted((): { captcha?: { provider: string; siteKey: string } | undefined } => ({
  captcha: undefined,
}))
const loads = vi.hoisted((): string[] => [])
let act = (options: Options) => options.callback('token')
vi.mock('@/lib/contact/config', () => setting)
vi.mock('@/lib/contact/captcha', () => ({
  loadCaptcha: async (provider: string) => {
    loads.push(provider)
    return { render: (_: object, options: Options) => setTimeout(() => act(options)), remove: () => {} }
  },
}))

beforeEach(() => {
  loads.length = 0
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    activeElement: null,
    querySelector: () => null,
  })
})
afterEach(() => vi.unstubAllGlobals())

it.each([undefined, { provider: 'recaptcha', siteKey: 'key' }])('loads nothing with %o', async (captcha) => {
  setting.captcha = captcha
  const { requestCaptchaOption } = await import('./captcha')
  expect(await requestCaptchaOption()).toEqual({})
  expect(loads).toEqual([])
})

it('requests a token of a new widget for each request', async () => {
  setting.captcha = { provider: 'turnstile', siteKey: 'key' }
  const { requestCaptchaOption } = await import('./captcha')
  let count = 0
  act = ({ callback, sitekey }) => callback(`${sitekey}-${++count}`)
  expect([await requestCaptchaOption(), await requestCaptchaOption()]).toEqual([
    { captchaToken: 'key-1' },
    { captchaToken: 'key-2' },
  ])
})

it('reports a failed challenge', async () => {
  setting.captcha = { provider: 'turnstile', siteKey: 'key' }
  const { requestCaptchaToken } = await import('./captcha')
  act = (options) => options['error-callback']()
  await expect(requestCaptchaToken()).rejects.toMatchObject({ problem: 'captchaFailed' })
})
