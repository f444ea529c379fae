import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import {
  type AuthService,
  newEmail,
  PASSWORD,
  requireSession,
  startAuthService,
} from 'local-cloud/testing/authService'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let service: AuthService
let requireUser: typeof import('@/lib/auth/server/requireUser').requireUser

beforeAll(async () => {
  service = await startAuthService({ jwtExpiry: 3600 })
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  ;({ requireUser } = await import('@/lib/auth/server/requireUser'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

const createRequest = (authorization?: string) =>
  new Request('http://localhost:3999/api/anything', {
    method: 'POST',
    headers: authorization ? { authorization } : {},
    body: JSON.stringify({ user: 'somebody-else', user_id: 'somebody-else' }),
  })
const createBearerRequest = (token: string) => createRequest(`Bearer ${token}`)
const getToken = async (client: Parameters<typeof requireSession>[0]) =>
  (await requireSession(client)).access_token
const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const getClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('an authenticated user', () => {
  it('is the token’s user, even when the body contains another user’s id', async () => {
    const { client, id, email } = await service.createUser()
    const accessToken = await getToken(client)
    expect(await requireUser(createBearerRequest(accessToken))).toEqual({
      user: { id, email },
      isEmailConfirmed: true,
      isEmailOwner: true,
    })
  })

  it('owns the email only once the password of the sign-up is replaced', async () => {
    const email = newEmail()
    const client = service.createClient()
    await client.auth.signUp({ email, password: PASSWORD })
    await client.auth.verifyOtp({ email, token: service.readCode(email), type: 'signup' })
    const isEmailOwner = async () =>
      (await requireUser(createBearerRequest(await getToken(client)))).isEmailOwner
    expect(await isEmailOwner()).toBe(false)
    await client.auth.updateUser({ password: 'another horse battery' })
    expect(await isEmailOwner()).toBe(true)
  })

  it('without a second factor is accepted by routes that check second factors', async () => {
    const { client, email } = await service.createUser()
    const token = await getToken(client)
    expect((await requireUser(createBearerRequest(token), { secondFactor: true })).user.email).toBe(email)
  })

  it('has to sign in again for routes that require a recent sign-in', async () => {
    const { client } = await service.createUser()
    const token = await getToken(client)
    expect(await requireUser(createBearerRequest(token), { provedWithinSeconds: 600 })).toBeTruthy()
    vi.useFakeTimers({ now: Date.now() + 700_000, toFake: ['Date'] })
    try {
      await expect(
        requireUser(createBearerRequest(token), { provedWithinSeconds: 600 }),
      ).rejects.toMatchObject({
        status: 403,
        code: 'reauthentication_needed',
      })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a request is refused when its token', () => {
  const expectRefused = async (authorization: string | undefined, status = 401, code = 'bad_jwt') =>
    expect(requireUser(createRequest(authorization))).rejects.toMatchObject({ status, code })

  it('claims to need no signature', async () => {
    const { client } = await service.createUser()
    const claims = getClaims(await getToken(client))
    for (const alg of ['none', 'None', 'NONE']) {
      await expectRefused(`Bearer ${encodePart({ alg, typ: 'JWT' })}.${encodePart(claims)}.x`)
    }
  })

  it('is signed with the public key as a secret', async () => {
    const { client } = await service.createUser()
    const token = await getToken(client)
    const keys = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
    const body = `${encodePart({ alg: 'HS256', typ: 'JWT', kid: keys.keys[0].kid })}.${encodePart(getClaims(token))}`
    const signature = createHmac('sha256', JSON.stringify(keys.keys[0])).update(body).digest('base64url')
    await expectRefused(`Bearer ${body}.${signature}`)
  })

  it('is signed with an unknown key, with any key in the header', async () => {
    const { client } = await service.createUser()
    const claims = getClaims(await getToken(client))
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const keys = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
    const sign = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header }).sign(privateKey)
    await expectRefused(`Bearer ${await sign({ kid: keys.keys[0].kid })}`)
    await expectRefused(`Bearer ${await sign({ jwk: await exportJWK(publicKey) })}`)
  })

  it('is expired or malformed, without a request to the service', async () => {
    const { client } = await service.createUser()
    const token = await getToken(client)
    const [head, , signature] = token.split('.')
    const claims = getClaims(token)
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    try {
      await expectRefused('Bearer a.b.c')
      await expectRefused(`Bearer ${encodePart({ alg: 'none' })}.${encodePart([])}.${signature}`)
      await expectRefused(`Bearer ${head}.${Buffer.from('{').toString('base64url')}.${signature}`)
      const { exp, ...endless } = claims
      await expectRefused(`Bearer ${head}.${encodePart(endless)}.${signature}`)
      vi.useFakeTimers({ now: (Number(exp) + 61) * 1000, toFake: ['Date'] })
      await expectRefused(`Bearer ${token}`)
      expect(fetchSpy).not.toHaveBeenCalled()
      vi.setSystemTime((Number(exp) + 59) * 1000)
      await expectRefused(`Bearer ${token}`)
      expect(fetchSpy, 'clocks may differ by a minute').toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
      fetchSpy.mockRestore()
    }
  })
})

it.each([500, 502, 503, 504, 429])(
  'a request fails with 503 when the account service responds %i',
  async (status) => {
    const { client } = await service.createUser()
    const token = await getToken(client)
    service.faults.push({ status })
    await expect(requireUser(createBearerRequest(token))).rejects.toMatchObject({
      status: 503,
      code: 'accounts_unavailable',
    })
  },
)
