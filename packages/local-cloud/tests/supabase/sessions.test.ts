import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD, requireSession, startAuthService } from '../../testing/authService.ts'

const service = await startAuthService()
afterAll(() => service.stop())

async function signInOnTwoDevices() {
  const { client: phone, email, id } = await service.createUser()
  const laptop = service.createClient()
  await laptop.auth.signInWithPassword({ email, password: PASSWORD })
  const areSignedIn = async () => {
    const responses = await Promise.all([phone.auth.getUser(), laptop.auth.getUser()])
    return responses.map(({ error }) => error === null)
  }
  return { phone, laptop, areSignedIn, email, id }
}

describe('signOut', () => {
  test('ends only this device’s session when the scope is local', async () => {
    const { phone, areSignedIn } = await signInOnTwoDevices()
    expect((await phone.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect(await areSignedIn()).toEqual([false, true])
  })

  test('ends all of the user’s sessions by default', async () => {
    const { phone, laptop, areSignedIn } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(laptop)
    expect((await phone.auth.signOut()).error).toBeNull()
    expect(await areSignedIn()).toEqual([false, false])
    const response = await service.sendRequest('GET', '/auth/v1/user', { token })
    expect(response).toMatchObject({ status: 403, body: { code: 'session_not_found' } })
  })

  test('ends a user’s sessions when a server sends the secret key and the user’s access token', async () => {
    const { phone, areSignedIn } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(phone)
    const { error } = await service.createAdminClient().auth.admin.signOut(token, 'global')
    expect(error).toBeNull()
    expect(await areSignedIn()).toEqual([false, false])
  })
})

describe('an access token', () => {
  const getUser = (token: string) => service.sendRequest('GET', '/auth/v1/user', { token })

  test('is rejected when it is modified, unsigned, signed with another key, or expired', async () => {
    const { phone } = await signInOnTwoDevices()
    const { access_token: token } = await requireSession(phone)
    expect((await getUser(token)).status).toBe(200)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    const invalidToken = { status: 403, body: { code: 'bad_jwt' } }
    expect(
      await getUser(`${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`),
    ).toMatchObject(invalidToken)
    expect(await getUser(`${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`)).toMatchObject(invalidToken)
    // Algorithm confusion: an HMAC whose secret is the public key.
    const { createHmac } = await import('node:crypto')
    const jwks = await service.sendRequest('GET', '/auth/v1/.well-known/jwks.json')
    const hmac = createHmac('sha256', JSON.stringify(jwks.body)).update(
      `${encode({ alg: 'HS256' })}.${payload}`,
    )
    expect(await getUser(`${encode({ alg: 'HS256' })}.${payload}.${hmac.digest('base64url')}`)).toMatchObject(
      invalidToken,
    )
    const { generateKeyPair, SignJWT } = await import('jose')
    const { privateKey } = await generateKeyPair('ES256')
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')).kid
    const foreignToken = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey)
    expect(await getUser(foreignToken)).toMatchObject(invalidToken)
    service.advanceClock(3601)
    expect(await getUser(token)).toMatchObject(invalidToken)
  })
})
