import { expect, test, vi } from 'vitest'
import { loadCaptcha, showCaptcha } from './captcha'

type Options = Parameters<Parameters<typeof showCaptcha>[0]['render']>[1]

function service() {
  let given: Options | undefined
  const reset = vi.fn()
  const render = vi.fn((_place: HTMLElement, options: Options) => {
    given = options
    return 7
  })
  return { api: { render, reset }, reset, options: () => given }
}

// Node has no DOM, and the code only passes the element to the service.
const place = Object.create(null)

test('a token is valid from its challenge until it expires', () => {
  const { api, options } = service()
  const onChange = vi.fn()
  const captcha = showCaptcha(api, place, 'site-key', onChange)
  expect(options()?.sitekey).toBe('site-key')
  expect(captcha.token()).toBeUndefined()
  options()?.callback('token')
  expect(captcha.token()).toBe('token')
  options()?.['expired-callback']()
  expect(captcha.token()).toBeUndefined()
  expect(onChange.mock.calls).toEqual([['token'], [undefined]])
})

test('a failed token is none', () => {
  const { api, options } = service()
  const captcha = showCaptcha(api, place, 'site-key', () => {})
  options()?.callback('token')
  options()?.['error-callback']()
  expect(captcha.token()).toBeUndefined()
})

test('loads a script again after a failure', async () => {
  const { api } = service()
  const page: { turnstile?: typeof api; captchaIsReady?: () => void } = {}
  const requested: { onerror?: () => void }[] = []
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: { append: (script: { onerror?: () => void }) => requested.push(script) },
  })
  const blocked = loadCaptcha('turnstile')
  requested[0]?.onerror?.()
  await expect(blocked).rejects.toThrow('turnstile')
  const loaded = loadCaptcha('turnstile')
  expect(requested).toHaveLength(2)
  page.turnstile = api
  page.captchaIsReady?.()
  expect(await loaded).toBe(api)
  vi.unstubAllGlobals()
})

test('requests a new token after a reset', () => {
  const { api, options, reset } = service()
  const captcha = showCaptcha(api, place, 'site-key', () => {})
  options()?.callback('token')
  captcha.reset()
  expect(captcha.token()).toBeUndefined()
  expect(reset).toHaveBeenCalledWith(7)
})
