import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Options = { callback: (token: string) => void; 'error-callback': () => void; sitekey: string }

const contactConfig = vi.hoisted((): { turnstileSiteKey: string | undefined } => ({
  turnstileSiteKey: undefined,
}))
const loadCaptcha = vi.hoisted(() => vi.fn())
let endChallenge = (options: Options) => options.callback('token')
vi.mock('@/lib/contact/config', () => contactConfig)
vi.mock('@/lib/contact/captcha', () => ({ loadCaptcha }))

beforeEach(() => {
  loadCaptcha.mockReset()
  loadCaptcha.mockResolvedValue({
    render: (_: object, options: Options) => setTimeout(() => endChallenge(options)),
    remove: () => {},
  })
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    activeElement: null,
    querySelector: () => null,
  })
})
afterEach(() => vi.unstubAllGlobals())

it('loads no script without a site key', async () => {
  contactConfig.turnstileSiteKey = undefined
  const { requestCaptchaOption } = await import('./captcha')
  expect(await requestCaptchaOption()).toEqual({})
  expect(loadCaptcha).not.toHaveBeenCalled()
})

it('renders a new widget for each token', async () => {
  contactConfig.turnstileSiteKey = 'key'
  const { requestCaptchaOption } = await import('./captcha')
  let count = 0
  endChallenge = ({ callback, sitekey }) => callback(`${sitekey}-${++count}`)
  expect([await requestCaptchaOption(), await requestCaptchaOption()]).toEqual([
    { captchaToken: 'key-1' },
    { captchaToken: 'key-2' },
  ])
})

it('throws captchaFailed when the challenge fails', async () => {
  contactConfig.turnstileSiteKey = 'key'
  const { requestCaptchaToken } = await import('./captcha')
  endChallenge = (options) => options['error-callback']()
  await expect(requestCaptchaToken()).rejects.toMatchObject({ problem: 'captchaFailed' })
})
