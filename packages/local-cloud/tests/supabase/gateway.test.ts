import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newEmail,
  PASSWORD,
  requireSession,
  type Service,
  SITE,
  startService,
} from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ rateLimits: false })
  // Refills the rate limits.
  service.advance(600)
})

describe('API keys', () => {
  test('a request without a valid API key is refused', async () => {
    const none = await service.call('GET', '/auth/v1/settings', { key: null })
    expect(none).toMatchObject({ status: 401, body: { message: 'No API key found in request' } })
    const wrong = await service.call('GET', '/auth/v1/settings', { key: 'sb_publishable_wrong' })
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    const byQuery = await service.call('GET', `/auth/v1/settings?apikey=${service.publishableKey}`, {
      key: null,
    })
    expect(byQuery.status).toBe(200)
  })

  test('a secret API key is refused from browsers', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0' }
    const browser = await service.call('GET', '/auth/v1/settings', { key: service.secretKey, headers })
    expect(browser).toMatchObject({
      status: 401,
      body: { message: 'Forbidden use of secret API key in browser' },
    })
    expect((await service.call('GET', '/auth/v1/settings', { headers })).status).toBe(200)
  })
})

describe('origins', () => {
  const preflight = (origin: string) =>
    fetch(`${service.authUrl}/token`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey, content-type',
      },
    })

  test('pages of the site and of this machine may send requests', async () => {
    for (const origin of [SITE, 'http://localhost:5173', 'http://127.0.0.1:8080']) {
      const { headers, status } = await preflight(origin)
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('access-control-allow-headers')).toBe('apikey,content-type')
    }
    const response = await service.call('GET', '/auth/v1/settings', { headers: { origin: SITE } })
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE)
    const refusal = await service.call('GET', '/auth/v1/settings', { key: null, headers: { origin: SITE } })
    expect(refusal.headers.get('access-control-allow-origin')).toBe(SITE)
  })

  test('pages of other origins get no CORS header', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://localhost.evil.test']) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('forms of other origins are refused', async () => {
    const { email } = await service.user()
    const response = await fetch(`${service.authUrl}/recover?apikey=${service.publishableKey}`, {
      method: 'POST',
      headers: { origin: 'https://evil.test', 'content-type': 'text/plain' },
      body: JSON.stringify({ email }),
    })
    expect(response.status).toBe(403)
    expect(service.inbox.list({ to: email })).toEqual([])
  })

  test('a rebound Host is refused', async () => {
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(service.url)
      const call = request({
        host: '127.0.0.1',
        port,
        path: '/auth/v1/settings',
        headers: { host: `evil.test:${port}` },
      })
      call.on('response', (response) => resolve(response.statusCode))
      call.on('error', reject)
      call.end()
    })
    expect(status).toBe(421)
  })
})

describe('errors', () => {
  const wrong = { body: { email: 'unknown@example.com', password: 'wrong password' } }
  const path = '/auth/v1/token?grant_type=password'

  test('errors have the format of API version 2024-01-01', async () => {
    const { status, body, headers } = await service.call('POST', path, wrong)
    expect(status).toBe(400)
    expect(body).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('a deeply nested body returns 400', async () => {
    const { client } = await service.user()
    const { access_token: token } = await requireSession(client)
    const body = `{"data":{"a":${'['.repeat(6000)}${']'.repeat(6000)}}}`
    const response = await service.call('PUT', '/auth/v1/user', { token, body })
    expect(response).toMatchObject({ status: 400, body: { code: 'bad_json' } })
  })

  test('a body beyond the limit returns 413', async () => {
    const { status, body } = await service.call('POST', path, { body: { email: 'x'.repeat(1_100_000) } })
    expect(status).toBe(413)
    expect(body).toMatchObject({ code: 'request_entity_too_large' })
  })
})

describe('unsupported requests', () => {
  test('return 501 outside of Auth', async () => {
    for (const path of ['/rest/v1/subscriptions', '/storage/v1/bucket', '/']) {
      const { status, body } = await service.call('GET', path)
      expect(status).toBe(501)
      expect(body.message).toBe(`The local cloud does not support GET ${path}`)
    }
    const { error } = await service.client().from('subscriptions').select()
    expect(error).toMatchObject({ message: 'The local cloud does not support GET /rest/v1/subscriptions' })
  })

  test('return GoTrue’s 404 below /auth/v1', async () => {
    const headers = { apikey: service.publishableKey }
    for (const path of ['/verify?token=x&type=signup', '/authorize?provider=google', '/sso', '/magiclink']) {
      const response = await fetch(`${service.authUrl}${path}`, { headers })
      expect([path, response.status, await response.text()]).toEqual([path, 404, '404 page not found\n'])
    }
  })

  test('the settings describe the project', async () => {
    const { body } = await service.call('GET', '/auth/v1/settings')
    expect(body).toMatchObject({
      external: { email: true },
      disable_signup: false,
      mailer_autoconfirm: false,
    })
  })
})

describe('faults', () => {
  test('a fault is an outage for supabase-js, and pages can read its response', async () => {
    const { client } = await service.user()
    for (const status of [500, 502, 503, 504]) {
      service.faults.push({ status })
      expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthRetryableFetchError', status })
    }
    service.faults.push({ status: 429, delayMs: 1 })
    expect((await client.auth.getUser()).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    })
    service.faults.push({ status: 503 })
    const response = await service.call('GET', '/auth/v1/settings', { headers: { origin: SITE } })
    expect(response.headers.get('access-control-allow-origin')).toBe(SITE)
    expect(response.headers.get('retry-after')).toBe('1')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('a fault loses a request, or only its response', async () => {
    const { client, email } = await service.user()
    service.faults.push({ lose: 'request' })
    expect((await client.auth.updateUser({ data: { a: 1 } })).error).toMatchObject({
      name: 'AuthRetryableFetchError',
      status: 0,
    })
    service.faults.push({ lose: 'answer' })
    expect((await client.auth.updateUser({ data: { b: 2 } })).error).toMatchObject({
      name: 'AuthRetryableFetchError',
      status: 0,
    })
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email, user_metadata: { b: 2 } })
    expect(data.user?.user_metadata).not.toHaveProperty('a')
  })

  test('an error of the database returns 500 without its message', async () => {
    const broken = await startService()
    const email = newEmail()
    const pg = await import('pg')
    const database = new pg.default.Client(broken.databaseUrl)
    await database.connect()
    await database.query('alter table auth.sessions rename to gone')
    await database.end()
    const { error } = await broken.client().auth.signUp({ email, password: PASSWORD })
    expect(error).toBeNull()
    const { data } = await broken.admin().auth.admin.generateLink({ type: 'recovery', email })
    const verified = await broken.call('POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: data.properties?.hashed_token },
    })
    expect(verified.status).toBe(500)
    expect(verified.body).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    })
    expect(broken.log.join()).toContain('auth.sessions')
    await broken.stop()
  })
})

describe('rate limits of an IP', () => {
  beforeEach(() => {
    service.configure({ rateLimits: true })
    // On a busy machine the limit would refill during thirty requests.
    service.holdClock(true)
  })
  afterEach(() => service.holdClock(false))

  test.each([
    [
      '/auth/v1/token?grant_type=password',
      { email: 'unknown@example.com', password: 'wrong password' },
      400,
      2,
    ],
    ['/auth/v1/recover', { email: 'unknown@example.com' }, 200, 10],
    ['/auth/v1/verify', { type: 'email', email: 'unknown@example.com', token: '123456' }, 403, 10],
  ])('%s accepts thirty requests at once, then one for each refill', async (path, body, normal, seconds) => {
    const statuses = []
    for (let count = 0; count < 30; count += 1)
      statuses.push((await service.call('POST', path, { body })).status)
    expect(new Set(statuses)).toEqual(new Set([normal]))
    const refused = await service.call('POST', path, { body })
    expect(refused).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } })
    service.advance(seconds)
    expect((await service.call('POST', path, { body })).status).toBe(normal)
  })

  test('Sb-Forwarded-For is used from a server with the secret key only', async () => {
    const verify = (key: string, ip: string) =>
      service.call('POST', '/auth/v1/verify', {
        key,
        headers: { 'sb-forwarded-for': ip },
        body: { type: 'email', email: 'ada@example.com', token: '000000' },
      })
    const statuses = async (key: string) => {
      service.advance(600)
      const seen = new Set<number>()
      for (let visitor = 0; visitor < 31; visitor += 1)
        seen.add((await verify(key, `203.0.113.${visitor}`)).status)
      return [...seen]
    }
    expect(await statuses(service.secretKey)).toEqual([403, 429])
    service.configure({ forwardedFor: true })
    expect(await statuses(service.secretKey)).toEqual([403])
    expect(await statuses(service.publishableKey)).toEqual([403, 429])
    service.configure({ forwardedFor: false })
  })

  test('getUser is not limited', async () => {
    const { client } = await service.user()
    for (let count = 0; count < 40; count += 1) expect((await client.auth.getUser()).error).toBeNull()
  })
})

describe('the rate limit of emails', () => {
  test('applies to an hour, and refills', async () => {
    service.advance(3600)
    service.configure({ rateEmail: 2, mailInterval: 0 })
    const signUp = () => service.client().auth.signUp({ email: newEmail(), password: PASSWORD })
    expect((await signUp()).error).toBeNull()
    expect((await signUp()).error).toBeNull()
    expect((await signUp()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    service.advance(1800)
    expect((await signUp()).error).toBeNull()
    service.configure({ rateEmail: 100_000 })
  })
})
