import { expect, test, vi } from 'vitest'
import { loadCaptcha, showCaptcha } from './captcha'

type Api = Parameters<typeof showCaptcha>[0]

const createApi = () => ({
  render: vi.fn<Api['render']>(() => 'widget'),
  getResponse: vi.fn<Api['getResponse']>(() => 'token'),
  reset: vi.fn<Api['reset']>(),
  remove: vi.fn<Api['remove']>(),
})

// Node has no DOM, and the code only passes the element to the service.
const container = Object.create(null)

test('returns the token of its own widget, and resets that widget', () => {
  const api = createApi()
  const onToken = vi.fn()
  const captcha = showCaptcha(api, container, 'site-key', onToken)
  const [, options] = api.render.mock.calls[0] ?? []
  expect(options?.sitekey).toBe('site-key')
  options?.callback('token')
  expect(onToken).toHaveBeenCalledOnce()
  expect(captcha.getToken()).toBe('token')
  captcha.reset()
  for (const method of [api.getResponse, api.reset]) expect(method).toHaveBeenCalledWith('widget')
})

test('loads a script again after a failure', async () => {
  const api = createApi()
  const windowStub: { turnstile?: typeof api; captchaIsReady?: () => void } = {}
  const scripts: { onerror?: () => void }[] = []
  vi.stubGlobal('window', windowStub)
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: { append: (script: { onerror?: () => void }) => scripts.push(script) },
  })
  const blockedLoad = loadCaptcha()
  scripts[0]?.onerror?.()
  await expect(blockedLoad).rejects.toThrow('Turnstile')
  const retriedLoad = loadCaptcha()
  expect(scripts).toHaveLength(2)
  windowStub.turnstile = api
  windowStub.captchaIsReady?.()
  expect(await retriedLoad).toBe(api)
  vi.unstubAllGlobals()
})
