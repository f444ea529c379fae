import { expect, test, vi } from 'vitest'
import { loadCaptcha, showCaptcha } from './captcha'

type Options = Parameters<Parameters<typeof showCaptcha>[0]['render']>[1]

function createService() {
  let renderOptions: Options | undefined
  const [reset, remove] = [vi.fn(), vi.fn()]
  const render = vi.fn((_container: HTMLElement, options: Options) => {
    renderOptions = options
    return 'widget'
  })
  return { api: { render, reset, remove }, reset, getOptions: () => renderOptions }
}

// Node has no DOM, and the code only passes the element to the service.
const container = Object.create(null)

test('returns a token from the solved challenge until it expires', () => {
  const { api, getOptions } = createService()
  const onChange = vi.fn()
  const captcha = showCaptcha(api, container, 'site-key', onChange)
  expect(getOptions()?.sitekey).toBe('site-key')
  expect(captcha.getToken()).toBeUndefined()
  getOptions()?.callback('token')
  expect(captcha.getToken()).toBe('token')
  getOptions()?.['expired-callback']()
  expect(captcha.getToken()).toBeUndefined()
  expect(onChange.mock.calls).toEqual([['token'], [undefined]])
})

test('discards the token after an error', () => {
  const { api, getOptions } = createService()
  const captcha = showCaptcha(api, container, 'site-key', () => {})
  getOptions()?.callback('token')
  getOptions()?.['error-callback']()
  expect(captcha.getToken()).toBeUndefined()
})

test('loads a script again after a failure', async () => {
  const { api } = createService()
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

test('reset discards the token and resets the service’s widget', () => {
  const { api, getOptions, reset } = createService()
  const captcha = showCaptcha(api, container, 'site-key', () => {})
  getOptions()?.callback('token')
  captcha.reset()
  expect(captcha.getToken()).toBeUndefined()
  expect(reset).toHaveBeenCalledWith('widget')
})
