import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultConfig } from '../../supabase/config.ts'
import { isAllowedRedirect } from '../../supabase/redirects.ts'
import { authenticatorCode } from '../../testing/authenticator.ts'
import {
  addSecondFactor,
  newEmail,
  PASSWORD,
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
  const nobody = '11111111-1111-4111-8111-111111111111'
  expect(await ask(`/admin/users/${nobody}/passkeys`, service.secretKey)).toMatchObject({
    status: 404,
    body: { code: 'user_not_found' },
  })
  const { error } = await service.admin().auth.admin.passkey.deletePasskey({ userId: id, passkeyId: nobody })
  expect(error).toMatchObject({ status: 404, code: 'validation_failed' })
})

test('providers of single sign-on cannot be made, as the feature is turned off, and none is there', async () => {
  const ask = (method: string, path: string) =>
    service.call(method, `/auth/v1/admin/sso/providers${path}`, { token: service.secretKey, body: {} })
  expect(await ask('POST', '')).toMatchObject({ status: 404, body: { code: 'saml_provider_disabled' } })
  expect(await ask('PUT', '/x')).toMatchObject({ status: 404, body: { code: 'sso_provider_not_found' } })
})

test('addresses that nobody knows, those of recovery codes among them, are answered as by GoTrue’s router', async () => {
  const { client } = await service.user()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const ask = (method: string, path: string, key: string, bearer: string) =>
    fetch(`${service.authUrl}${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${bearer}` },
    })
  for (const answer of [
    await ask('GET', '/nothing', service.publishableKey, token),
    await ask('POST', '/admin/audit', service.secretKey, service.secretKey),
    await ask('GET', '/factors/recovery-codes', service.publishableKey, token),
    await ask('POST', '/factors/recovery-codes/regenerate', service.publishableKey, token),
  ]) {
    expect([answer.url, answer.status, await answer.text()]).toEqual([
      answer.url,
      404,
      '404 page not found\n',
    ])
  }
  const removed = await ask('DELETE', '/factors/recovery-codes', service.publishableKey, token)
  expect(removed.status).toBe(404)
})

describe('refresh tokens', () => {
  test.each(['short', 'x'.repeat(13), 'x'.repeat(5000), 'NOT12letters'])(
    'that are none are malformed (%#)',
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

  test('have no phone numbers', async () => {
    const refused = { status: 400, code: 'phone_provider_disabled' }
    expect((await create({ phone: '+15550100' })).error).toMatchObject(refused)
    const { id } = await service.user()
    const { admin } = service.admin().auth
    expect((await admin.updateUserById(id, { phone: '+15550100' })).error).toMatchObject(refused)
  })

  test('have an id of their own', async () => {
    expect((await create({ id: '00000000-0000-0000-0000-000000000000' })).error).toMatchObject({
      status: 400,
    })
    const { id } = await service.user()
    expect((await create({ id })).error).toMatchObject({ status: 500 })
  })
})

describe('access tokens', () => {
  const me = (headers: Record<string, string>) => service.call('GET', '/auth/v1/user', { headers })

  test('that were made for others are refused', async () => {
    const { client } = await service.user()
    const { data } = await client.auth.getSession()
    const authorization = `Bearer ${data.session?.access_token}`
    expect((await me({ authorization })).status).toBe(200)
    expect(await me({ authorization, 'x-jwt-aud': 'others' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
  })

  /** A token that somebody with the signing key made, which belongs to no session. */
  async function sessionless(claims: object = {}) {
    const { client, id, email } = await service.user()
    const token = await service.signingKeys.sign({
      sub: id,
      aud: 'authenticated',
      role: 'authenticated',
      // The clock of these tests goes forward.
      exp: Math.floor(Date.now() / 1000) + 86_400,
      ...claims,
    })
    return { client, id, email, token }
  }

  test.each([{}, { session_id: '00000000-0000-0000-0000-000000000000' }])(
    'of no session read and change the user: %j',
    async (claims) => {
      const { id, email, token } = await sessionless(claims)
      expect(await service.call('GET', '/auth/v1/user', { token })).toMatchObject({
        status: 200,
        body: { id },
      })
      const changed = await service.call('PUT', '/auth/v1/user', { token, body: { password: 'another one' } })
      expect(changed).toMatchObject({ status: 200, body: { id } })
      const signedIn = await service.client().auth.signInWithPassword({ email, password: 'another one' })
      expect(signedIn.error).toBeNull()
    },
  )

  test('of no session are below a second factor', async () => {
    const { id, email, token } = await sessionless()
    const client = service.client()
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    await addSecondFactor(client)
    const changed = await service.call('PUT', '/auth/v1/user', { token, body: { password: 'another one' } })
    expect(changed).toMatchObject({ status: 401, body: { code: 'insufficient_aal' } })
    const named = await service.call('PUT', '/auth/v1/user', { token, body: { data: { name: 'Ada' } } })
    expect(named).toMatchObject({ status: 200, body: { id, user_metadata: { name: 'Ada' } } })
  })

  test('of no session end all sessions, and ask for a code', async () => {
    const { client, email, token } = await sessionless()
    expect((await service.call('GET', '/auth/v1/reauthenticate', { token })).status).toBe(200)
    expect(service.mail(email).subject).toBe('Your verification code')
    expect((await service.call('POST', '/auth/v1/logout?scope=local', { token })).status).toBe(204)
    expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    const factors = await service.call('POST', '/auth/v1/factors', { token, body: { factor_type: 'totp' } })
    expect(factors).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  })

  test('of administrators are for signed-in users, whatever they say', async () => {
    const { token } = await sessionless({ role: 'service_role', aud: 'others' })
    expect(await service.call('GET', '/auth/v1/user', { token })).toMatchObject({ status: 400 })
    const own = await sessionless({ role: 'service_role' })
    expect((await service.call('GET', '/auth/v1/user', { token: own.token })).status).toBe(200)
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
