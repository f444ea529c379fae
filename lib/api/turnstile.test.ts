import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTurnstileVerifier } from './turnstile'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('sends the secret and the token to Cloudflare, and returns its decision', async () => {
  const verify = createTurnstileVerifier('the secret')
  for (const success of [true, false]) {
    fetched.mockResolvedValueOnce(Response.json({ success }))
    expect(await verify('a token')).toBe(success)
  }
  const [url, init] = fetched.mock.calls[0] ?? []
  expect(url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
  expect(String(init?.body)).toBe('secret=the+secret&response=a+token')
})

test.each([
  ['does not respond', () => Promise.reject(new Error('timeout'))],
  ['responds with something else', async () => Response.json({})],
  ['responds with no JSON', async () => new Response('<html>')],
])('refuses a token when Cloudflare %s', async (_, response) => {
  fetched.mockImplementationOnce(response)
  expect(await createTurnstileVerifier('the secret')('a token')).toBe(false)
})
