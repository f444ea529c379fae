import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, requireSession, type Service, startService } from '../../testing/authService.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function signInOnTwoDevices() {
  const { client: here, email, id } = await service.user()
  const there = service.client()
  await there.auth.signInWithPassword({ email, password: PASSWORD })
  const checkSessions = async () => {
    const [a, b] = await Promise.all([here.auth.getUser(), there.auth.getUser()])
    return [a.error === null, b.error === null]
  }
  return { here, there, checkSessions, email, id }
}

describe('signing out', () => {
  test('signOut with the scope local ends this session only', async () => {
    const { here, checkSessions } = await signInOnTwoDevices()
    expect((await here.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect(await checkSessions()).toEqual([false, true])
  })

  test('signOut with the scope others ends all other sessions', async () => {
    const { here, checkSessions } = await signInOnTwoDevices()
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect(await checkSessions()).toEqual([true, false])
  })

  test('signOut ends all sessions', async () => {
    const { here, there, checkSessions } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(there)
    expect((await here.auth.signOut()).error).toBeNull()
    expect(await checkSessions()).toEqual([false, false])
    const response = await service.call('GET', '/auth/v1/user', { token })
    expect(response).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })

  test('logout returns 204, and 400 for an unknown scope', async () => {
    const { here } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(here)
    const wrong = await service.call('POST', '/auth/v1/logout?scope=everything', { token })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await service.call('POST', '/auth/v1/logout?scope=local', { token })).status).toBe(204)
  })

  test('a server with the secret key signs a user out by the access token', async () => {
    const { here, checkSessions } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(here)
    const { error } = await service.admin().auth.admin.signOut(token, 'global')
    expect(error).toBeNull()
    expect(await checkSessions()).toEqual([false, false])
  })
})

describe('refused access tokens', () => {
  const user = (token: string) => service.call('GET', '/auth/v1/user', { token })

  test('missing and malformed access tokens are refused', async () => {
    expect(await service.call('GET', '/auth/v1/user')).toMatchObject({
      status: 401,
      body: { code: 'no_authorization' },
    })
    expect(await user('nonsense')).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
    expect(await user(service.publishableKey)).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  })

  test('forged, unsigned, foreign and expired access tokens are refused', async () => {
    const { here } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(here)
    expect((await user(token)).status).toBe(200)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const bad = { status: 403, body: { code: 'bad_jwt' } }
    expect(await user(`${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`)).toMatchObject(
      bad,
    )
    expect(await user(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toMatchObject(bad)
    // Algorithm confusion: an HMAC with the public keys as its secret.
    const { createHmac } = await import('node:crypto')
    const jwks = await service.call('GET', '/auth/v1/.well-known/jwks.json')
    const hmac = createHmac('sha256', JSON.stringify(jwks.body)).update(
      `${encode({ alg: 'HS256' })}.${payload}`,
    )
    expect(await user(`${encode({ alg: 'HS256' })}.${payload}.${hmac.digest('base64url')}`)).toMatchObject(
      bad,
    )
    const { generateKeyPair, SignJWT } = await import('jose')
    const { privateKey } = await generateKeyPair('ES256')
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')).kid
    const foreign = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await user(foreign)).toMatchObject(bad)
    service.advance(3601)
    expect(await user(token)).toMatchObject(bad)
  })

  test('access tokens of deleted and banned users are refused', async () => {
    const { here, id } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(here)
    await service.admin().auth.admin.updateUserById(id, { ban_duration: '10m' })
    expect(await user(token)).toMatchObject({ status: 403, body: { code: 'user_banned' } })
    await service.admin().auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await user(token)).status).toBe(200)
    await service.admin().auth.admin.deleteUser(id)
    expect(await user(token)).toMatchObject({ status: 403, body: { code: 'user_not_found' } })
  })
})

describe('access tokens', () => {
  test('an access token has the documented claims, and verifies locally', async () => {
    const { client, email, id } = await service.user()
    const { data, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    const now = Math.floor(Date.now() / 1000)
    expect(data?.claims).toMatchObject({
      iss: service.authUrl,
      sub: id,
      aud: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
    expect(data?.claims.exp).toBe((data?.claims.iat ?? 0) + 3600)
    expect(data?.claims.iat).toBeGreaterThanOrEqual(now - 60)
  })
})
