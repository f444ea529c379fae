import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultConfig } from '../../supabase/config.ts'
import { isAllowedRedirect } from '../../supabase/redirects.ts'
import { authenticatorCode } from '../../testing/authenticator.ts'
import { newEmail, type Service, SITE, startService } from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => {
  service.configure({ rateLimits: false })
  service.limits.clear()
})

const post = (path: string, body: object, key?: string) =>
  service.call('POST', `/auth/v1${path}`, { body, ...(key === undefined ? {} : { key }) })

describe('codes', () => {
  test('of addresses that are none are answered with 422', async () => {
    const answer = await post('/verify', { type: 'email', email: 'nobody', token: '123456' })
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
  })

  test('of an unknown kind are wrong as any other, links of one are refused', async () => {
    const email = newEmail()
    const code = await post('/verify', { type: 'nothing', email, token: '123456' })
    expect(code).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
    const link = await post('/verify', { type: 'nothing', token_hash: 'x' })
    expect(link).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })
})

test.each([
  ['/sso/saml/metadata', 'saml_provider_disabled'],
  ['/passkeys', 'passkey_disabled'],
  ['/passkeys/authentication/options', 'passkey_disabled'],
  ['/oauth/authorize', 'feature_disabled'],
  ['/user/oauth/grants', 'feature_disabled'],
  ['/admin/oauth/clients', 'feature_disabled'],
  ['/admin/custom-providers', 'feature_disabled'],
])('%s is answered as by a project that has it turned off', async (path, code) => {
  const answer = await service.call('GET', `/auth/v1${path}`, {
    key: service.secretKey,
    headers: { authorization: `Bearer ${service.secretKey}` },
  })
  expect(answer).toMatchObject({ status: 404, body: { code } })
})

test('lists for administrators are empty, and for nobody else', async () => {
  const { id } = await service.user()
  const ask = (path: string, key: string) =>
    service.call('GET', `/auth/v1${path}`, { key, headers: { authorization: `Bearer ${key}` } })
  expect(await ask(`/admin/users/${id}/passkeys`, service.secretKey)).toMatchObject({ status: 200, body: [] })
  expect((await ask('/admin/sso/providers', service.secretKey)).status).toBe(200)
  expect((await ask(`/admin/users/${id}/passkeys`, service.publishableKey)).status).toBe(403)
})

describe('refresh tokens', () => {
  test.each(['short', 'x'.repeat(13), 'x'.repeat(5000), 'NOT12letters'])(
    'that are none are malformed: %.15s',
    async (token) => {
      const answer = await post('/token?grant_type=refresh_token', { refresh_token: token })
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    },
  )
})

describe('users made by administrators', () => {
  const create = (attributes: object) =>
    service.admin().auth.admin.createUser({ email: newEmail(), ...attributes })

  test('have passwords of at most 72 bytes', async () => {
    expect((await create({ password: 'ü'.repeat(36) })).error).toBeNull()
    expect((await create({ password: 'ü'.repeat(37) })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('have an id of their own', async () => {
    expect((await create({ id: '00000000-0000-0000-0000-000000000000' })).error).toMatchObject({
      status: 400,
    })
    const { id } = await service.user()
    expect((await create({ id })).error).toMatchObject({ status: 500 })
  })
})

test('a user is told to a token that was made for others, or of no session, as to GoTrue', async () => {
  const { client } = await service.user()
  const { data } = await client.auth.getSession()
  const me = (headers: Record<string, string>) => service.call('GET', '/auth/v1/user', { headers })
  const authorization = `Bearer ${data.session?.access_token}`
  expect((await me({ authorization })).status).toBe(200)
  expect(await me({ authorization, 'x-jwt-aud': 'others' })).toMatchObject({
    status: 400,
    body: { code: 'validation_failed' },
  })
})

describe('the allow-list', () => {
  const config = (redirectAllowList: string[]) => ({
    ...defaultConfig(),
    siteUrl: SITE,
    redirectAllowList,
  })

  test.each([
    ['https://[ab].example.com/', 'https://a.example.com/', true],
    ['https://[ab].example.com/', 'https://c.example.com/', false],
    ['https://x[0-9].example.com/', 'https://x7.example.com/', true],
    ['https://x[0-9].example.com/', 'https://xa.example.com/', false],
    ['https://x[!0-9].example.com/', 'https://xa.example.com/', true],
    ['https://example.com/\\*', 'https://example.com/*', true],
    ['https://example.com/\\*', 'https://example.com/a', false],
    ['https://example.com/{a,b}', 'https://example.com/b', true],
    ['https://example.com/[9-0]', 'https://example.com/5', false],
  ])('%s and %s: %s', (pattern, address, allowed) => {
    expect(isAllowedRedirect(config([pattern]), address)).toBe(allowed)
  })

  test.each([`${SITE}\\@evil.com`, `${SITE}/\\evil.com`, `\t${SITE}`, 'https://site\\@evil.com'])(
    'refuses %j',
    (address) => {
      expect(isAllowedRedirect(config(['**']), address)).toBe(false)
    },
  )
})

test('a refresh token from before the second factor leads to what came of it', async () => {
  const { client } = await service.user()
  const before = (await client.auth.getSession()).data.session?.refresh_token
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const code = authenticatorCode(factor?.type === 'totp' ? factor.totp.secret : '')
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
  expect(error).toBeNull()
  const after = (await client.auth.getSession()).data.session?.refresh_token
  service.advance(60)
  const answer = await post('/token?grant_type=refresh_token', { refresh_token: before })
  expect(answer).toMatchObject({ status: 200, body: { refresh_token: after } })
  expect(after).not.toBe(before)
})
