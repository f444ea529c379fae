import { expect, test, vi } from 'vitest'
import { loadCaptcha } from './captcha'

test('loads a script again after a failure', async () => {
  const api = { render: () => 'widget', remove: () => {} }
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
