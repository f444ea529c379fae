import { beforeEach, expect, test, vi } from 'vitest'
import { createTurnstileVerifier } from './turnstile'

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})

test('sends the secret and the token to Cloudflare, and returns its decision', async () => {
  const verify = createTurnstileVerifier('the secret')
  for (const success of [true, false]) {
    fetchMock.mockResolvedValueOnce(Response.json({ success }))
    expect(await verify('a token')).toBe(success)
  }
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify')
  expect(String(init?.body)).toBe('secret=the+secret&response=a+token')
})

test.each([
  ['does not respond', () => Promise.reject(new Error('timeout'))],
  ['responds without a decision', async () => Response.json({})],
  ['does not respond with JSON', async () => new Response('<html>')],
])('rejects a token when Cloudflare %s', async (_, response) => {
  fetchMock.mockImplementationOnce(response)
  expect(await createTurnstileVerifier('the secret')('a token')).toBe(false)
})
