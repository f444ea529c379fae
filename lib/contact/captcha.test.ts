import { beforeEach, expect, test, vi } from 'vitest'
import { solveChallenge } from './captcha'

type Options = { callback: (token: string) => void; 'error-callback': () => void; sitekey: string }
let endChallenge: (options: Options) => void
const turnstile = {
  render: (_: object, options: Options) => setTimeout(() => endChallenge(options)),
  remove: () => {},
}
const windowStub: { turnstile?: typeof turnstile; captchaIsReady?: () => void } = {}
const scripts: { onerror?: () => void }[] = []

beforeEach(() => {
  let count = 0
  endChallenge = ({ callback, sitekey }) => callback(`${sitekey}-${++count}`)
  vi.stubGlobal('window', windowStub)
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: { append: (script: { onerror?: () => void }) => scripts.push(script) },
    activeElement: null,
    querySelector: () => null,
  })
})

test('loads the script again after a failure, and renders a new widget for each token', async () => {
  const blockedChallenge = solveChallenge('key')
  scripts[0]?.onerror?.()
  await expect(blockedChallenge).rejects.toThrow('Turnstile')
  const challenges = [solveChallenge('key'), solveChallenge('key')]
  expect(scripts).toHaveLength(2)
  windowStub.turnstile = turnstile
  windowStub.captchaIsReady?.()
  expect(await Promise.all(challenges)).toEqual(['key-1', 'key-2'])
})

test('rejects when the challenge fails', async () => {
  endChallenge = (options) => options['error-callback']()
  await expect(solveChallenge('key')).rejects.toThrow('challenge')
})
