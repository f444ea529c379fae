import { createClient } from '@supabase/supabase-js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createMemoryStorage } from 'local-cloud/testing/authService'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// The specification states these timings, so a new version of supabase-js must not change them.
const key = 'sb-accounts-auth-token'
const url = 'http://accounts.test'
const requests: { at: number; path: string }[] = []
let respond: (path: string) => Response | Promise<Response>
let startedAt = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  startedAt = Date.now()
  requests.length = 0
})
afterEach(() => vi.useRealTimers())

/** Creates a client with a stored session. */
function createClientWithSession(expiresInSeconds: number, accessToken = 'a.b.c') {
  const storage = createMemoryStorage()
  const session = {
    access_token: accessToken,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
    user: { id: 'ada' },
  }
  storage.setItem(key, JSON.stringify(session))
  return createClient(url, 'sb_publishable_key', {
    auth: { storage, storageKey: key, detectSessionInUrl: false },
    global: {
      fetch: async (input) => {
        const path = new URL(String(input)).pathname
        requests.push({ at: Date.now() - startedAt, path })
        return respond(path)
      },
    },
  })
}

const getRefreshTimes = () => requests.filter(({ path }) => path.endsWith('/token')).map(({ at }) => at)

it('the client checks the session every 30 seconds, and renews it 3 checks (90 seconds) before its end', async () => {
  respond = () =>
    Response.json({
      access_token: 'd.e.f',
      refresh_token: 'next',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(Date.now() / 1000) + 3600,
      user: { id: 'ada' },
    })
  const client = createClientWithSession(600)
  await vi.advanceTimersByTimeAsync(479_000)
  expect(getRefreshTimes()).toEqual([])
  await vi.advanceTimersByTimeAsync(31_000)
  expect(getRefreshTimes()).toHaveLength(1)
  const [refreshedAt = 0] = getRefreshTimes()
  expect(refreshedAt % 30_000).toBeLessThan(1000)
  await client.auth.stopAutoRefresh()
})

it('the client retries a failed renewal after 200 milliseconds, doubling the delay', async () => {
  respond = () => new Response('{}', { status: 503 })
  const client = createClientWithSession(-10)
  await vi.advanceTimersByTimeAsync(10_000)
  await client.auth.stopAutoRefresh()
  const delays = getRefreshTimes()
    .slice(0, 6)
    .map((at, index, all) => at - (all[index - 1] ?? at))
  expect(delays).toEqual([0, 200, 400, 800, 1600, 3200])
})

it('the client caches the service’s public keys for 10 minutes', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'kid', alg: 'ES256', use: 'sig', key_ops: ['verify'] }
  respond = () => Response.json({ keys: [jwk] })
  const token = await new SignJWT({ sub: 'ada' })
    .setProtectedHeader({ alg: 'ES256', kid: 'kid', typ: 'JWT' })
    .setExpirationTime('2h')
    .sign(privateKey)
  const client = createClientWithSession(7200, token)
  await client.auth.stopAutoRefresh()
  const countKeyRequests = () => requests.filter(({ path }) => path.endsWith('/jwks.json')).length
  expect((await client.auth.getClaims(token)).error).toBeNull()
  vi.setSystemTime(startedAt + 9.9 * 60_000)
  await client.auth.getClaims(token)
  expect(countKeyRequests()).toBe(1)
  vi.setSystemTime(startedAt + 10.1 * 60_000)
  await client.auth.getClaims(token)
  expect(countKeyRequests()).toBe(2)
})
