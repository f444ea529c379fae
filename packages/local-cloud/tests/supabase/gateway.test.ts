import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, PASSWORD, SITE, startAuthService } from '../../testing/authService.ts'

const service = await startAuthService()
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ rateLimits: false })
  // Refills the rate limits of client IPs.
  service.advanceClock(600)
})

describe('API keys', () => {
  // The local cloud supports nothing at this path, so the gateway returns 501 for an accepted key.
  const path = '/rest/v1/subscriptions'

  test('are required in a header or query parameter', async () => {
    const withoutKey = await service.sendRequest('GET', path, { key: null })
    expect(withoutKey).toMatchObject({ status: 401, body: { message: 'No API key found in request' } })
    const withWrongKey = await service.sendRequest('GET', path, { key: 'sb_publishable_wrong' })
    expect(withWrongKey).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    const byQuery = await service.sendRequest('GET', `${path}?apikey=${service.publishableKey}`, {
      key: null,
    })
    expect(byQuery.status).toBe(501)
  })

  test('are rejected if they are secret and sent by a browser', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' }
    const fromBrowser = await service.sendRequest('GET', path, { key: service.secretKey, headers })
    expect(fromBrowser).toMatchObject({
      status: 401,
      body: { message: 'Forbidden use of secret API key in browser' },
    })
    expect((await service.sendRequest('GET', path, { headers })).status).toBe(501)
  })
})

describe('the gateway', () => {
  const sendPreflight = (origin: string) =>
    fetch(`${service.authUrl}/token`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey, content-type',
      },
    })

  test('allows the site’s origin and loopback origins', async () => {
    for (const origin of [SITE, 'http://localhost:5173', 'http://127.0.0.1:8080']) {
      const { headers, status } = await sendPreflight(origin)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-headers')).toBe('apikey,content-type')
    }
    for (const key of [service.publishableKey, null]) {
      const response = await service.sendRequest('GET', '/auth/v1/user', { key, headers: { origin: SITE } })
      expect(response.headers.get('access-control-allow-origin')).toBe(SITE)
    }
  })

  test('omits the CORS header for other origins', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test']) {
      expect((await sendPreflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('rejects form submissions from other origins', async () => {
    const { email } = await service.createUser()
    const response = await fetch(`${service.authUrl}/recover?apikey=${service.publishableKey}`, {
      method: 'POST',
      headers: { origin: 'https://evil.test', 'content-type': 'text/plain' },
      body: JSON.stringify({ email }),
    })
    expect(response.status).toBe(403)
    expect(service.inbox.list({ to: email })).toEqual([])
  })
})

describe('error responses', () => {
  const wrongCredentials = { body: { email: 'unknown@example.com', password: 'wrong password' } }
  const path = '/auth/v1/token?grant_type=password'

  test('have the format of API version 2024-01-01', async () => {
    const { status, body, headers } = await service.sendRequest('POST', path, wrongCredentials)
    expect(status).toBe(400)
    expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('unsupported requests', () => {
  test('to paths outside of Auth receive a 501 response', async () => {
    for (const path of ['/rest/v1/subscriptions', '/storage/v1/bucket', '/']) {
      const { status, body } = await service.sendRequest('GET', path)
      expect(status).toBe(501)
      expect(body.message).toBe(`The local cloud does not support GET ${path}`)
    }
  })
})

describe('the rate limit for a client IP', () => {
  beforeEach(() => {
    service.configure({ rateLimits: true })
    // Stops the clock: on a busy machine, the limit would refill during thirty requests.
    service.stopClock()
  })
  afterEach(() => service.startClock())

  test.each([
    [
      '/auth/v1/token?grant_type=password',
      { email: 'unknown@example.com', password: 'wrong password' },
      400,
      2,
    ],
    ['/auth/v1/recover', { email: 'unknown@example.com' }, 200, 10],
    ['/auth/v1/verify', { type: 'email', email: 'unknown@example.com', token: '123456' }, 403, 10],
  ])('allows thirty requests to %s, then one per refill', async (path, body, usualStatus, refillSeconds) => {
    const statuses = []
    for (let count = 0; count < 30; count += 1)
      statuses.push((await service.sendRequest('POST', path, { body })).status)
    expect(new Set(statuses)).toEqual(new Set([usualStatus]))
    const limited = await service.sendRequest('POST', path, { body })
    expect(limited).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    service.advanceClock(refillSeconds)
    expect((await service.sendRequest('POST', path, { body })).status).toBe(usualStatus)
  })

  test('trusts Sb-Forwarded-For only if forwardedFor is on and the request has the secret key', async () => {
    const verify = (key: string, ip: string) =>
      service.sendRequest('POST', '/auth/v1/verify', {
        key,
        headers: { 'sb-forwarded-for': ip },
        body: { type: 'email', email: 'ada@example.com', token: '000000' },
      })
    const collectStatuses = async (key: string) => {
      service.advanceClock(600)
      const statuses = new Set<number>()
      for (let client = 0; client < 31; client += 1)
        statuses.add((await verify(key, `203.0.113.${client}`)).status)
      return [...statuses]
    }
    expect(await collectStatuses(service.secretKey)).toEqual([403, 429])
    service.configure({ forwardedFor: true })
    expect(await collectStatuses(service.secretKey)).toEqual([403])
    expect(await collectStatuses(service.publishableKey)).toEqual([403, 429])
    service.configure({ forwardedFor: false })
  })
})

describe('the rate limit for emails', () => {
  test('allows rateEmail emails an hour, and refills evenly', async () => {
    service.advanceClock(3600)
    service.configure({ rateEmail: 2, mailInterval: 0 })
    const signUp = () => service.createClient().auth.signUp({ email: newEmail(), password: PASSWORD })
    expect((await signUp()).error).toBeNull()
    expect((await signUp()).error).toBeNull()
    expect((await signUp()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    service.advanceClock(1800)
    expect((await signUp()).error).toBeNull()
    service.configure({ rateEmail: 100_000 })
  })
})
