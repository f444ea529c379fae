import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import {
  addSecondFactor,
  newEmail,
  PASSWORD,
  requireSession,
  type Service,
  startService,
} from 'local-cloud/testing/authService'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let service: Service
let otherProject: Service
let requireUser: typeof import('@/lib/auth/server/requireUser').requireUser

beforeAll(async () => {
  service = await startService({ jwtExpiry: 3600 })
  otherProject = await startService()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  ;({ requireUser } = await import('@/lib/auth/server/requireUser'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
  await otherProject.stop()
})

const request = (authorization?: string) =>
  new Request('http://localhost:3999/api/anything', {
    method: 'POST',
    headers: authorization ? { authorization } : {},
    body: JSON.stringify({ user: 'somebody-else', user_id: 'somebody-else' }),
  })
const bearer = (token: string) => request(`Bearer ${token}`)
const getToken = async (client: Parameters<typeof requireSession>[0]) =>
  (await requireSession(client)).access_token
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const getClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a user', () => {
  it('is the one of the token, whatever the body says', async () => {
    const { client, id, email } = await service.user()
    const accessToken = await getToken(client)
    expect(await requireUser(bearer(accessToken))).toEqual({
      user: { id, email },
      isEmailConfirmed: true,
      accessToken,
      proofs: [{ method: 'password', timestamp: expect.any(Number) }],
    })
  })

  it('with a second factor needs it where it is required', async () => {
    const { client, email } = await service.user()
    await addSecondFactor(client)
    const strong = await getToken(client)
    expect((await requireUser(bearer(strong), { secondFactor: true })).user.email).toBe(email)
    const other = service.client()
    await other.auth.signInWithPassword({ email, password: PASSWORD })
    const weak = await getToken(other)
    expect((await requireUser(bearer(weak))).user.email).toBe(email)
    await expect(requireUser(bearer(weak), { secondFactor: true })).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
  })

  it('without a second factor passes where it would be required', async () => {
    const { client, email } = await service.user()
    const token = await getToken(client)
    expect((await requireUser(bearer(token), { secondFactor: true })).user.email).toBe(email)
  })

  it('an old proof of identity has to be renewed', async () => {
    const { client } = await service.user()
    const token = await getToken(client)
    expect(await requireUser(bearer(token), { provedWithinSeconds: 600 })).toBeTruthy()
    vi.useFakeTimers({ now: Date.now() + 700_000, toFake: ['Date'] })
    try {
      await expect(requireUser(bearer(token), { provedWithinSeconds: 600 })).rejects.toMatchObject({
        status: 403,
        code: 'reauthentication_needed',
      })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a token of no user', () => {
  const refused = async (authorization: string | undefined, status = 401, code = 'bad_jwt') =>
    expect(requireUser(request(authorization))).rejects.toMatchObject({ status, code })

  it.each([undefined, '', 'Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer not-a-token', 'Bearer a.b.c.d'])(
    'is missing: %s',
    (header) => refused(header, 401, 'no_authorization'),
  )

  it('is one of the project’s own keys', async () => {
    await refused(`Bearer ${service.publishableKey}`, 401, 'no_authorization')
    await refused(`Bearer ${service.secretKey}`, 401, 'no_authorization')
  })

  it('claims to need no signature', async () => {
    const { client } = await service.user()
    const claims = getClaims(await getToken(client))
    for (const alg of ['none', 'None', 'NONE']) {
      await refused(`Bearer ${part({ alg, typ: 'JWT' })}.${part(claims)}.x`)
    }
  })

  it('was changed after it was signed', async () => {
    const { client } = await service.user()
    const victim = await service.user()
    const [head, payload, signature] = (await getToken(client)).split('.')
    const forged = { ...getClaims(`.${payload}`), sub: victim.id }
    await refused(`Bearer ${head}.${part(forged)}.${signature}`)
  })

  it('is signed with the public key as a secret', async () => {
    const { client } = await service.user()
    const token = await getToken(client)
    const keys = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
    const body = `${part({ alg: 'HS256', typ: 'JWT', kid: keys.keys[0].kid })}.${part(getClaims(token))}`
    const signature = createHmac('sha256', JSON.stringify(keys.keys[0])).update(body).digest('base64url')
    await refused(`Bearer ${body}.${signature}`)
  })

  it('is refused with the signature of another project', async () => {
    const { client } = await service.user()
    const claims = getClaims(await getToken(client))
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const keys = await (await fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
    const sign = (header: object) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header }).sign(privateKey)
    await refused(`Bearer ${await sign({ kid: keys.keys[0].kid })}`)
    await refused(`Bearer ${await sign({ jwk: await exportJWK(publicKey) })}`)
  })

  it('belongs to another project', async () => {
    const { client } = await otherProject.user()
    await refused(`Bearer ${await getToken(client)}`)
  })

  it('has expired', async () => {
    const { client } = await service.user()
    const token = await getToken(client)
    service.advance(3700)
    try {
      await refused(`Bearer ${token}`)
    } finally {
      service.advance(-3700)
    }
  })

  it('is refused without a request to the service when it is expired or malformed', async () => {
    const { client } = await service.user()
    const token = await getToken(client)
    const [head, payload, signature] = token.split('.')
    const claims = getClaims(token)
    const requested = vi.spyOn(globalThis, 'fetch')
    try {
      await refused('Bearer a.b.c')
      await refused(`Bearer ${part({ alg: 'none' })}.${part([])}.${signature}`)
      await refused(`Bearer ${head}.${Buffer.from('{').toString('base64url')}.${signature}`)
      await refused(`Bearer x.${payload}.${signature}`)
      const { exp, ...endless } = claims
      await refused(`Bearer ${head}.${part(endless)}.${signature}`)
      vi.useFakeTimers({ now: (Number(exp) + 61) * 1000, toFake: ['Date'] })
      await refused(`Bearer ${token}`)
      expect(requested).not.toHaveBeenCalled()
      vi.setSystemTime((Number(exp) + 59) * 1000)
      await refused(`Bearer ${token}`)
      expect(requested, 'clocks may differ by a minute').toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
      requested.mockRestore()
    }
  })

  it('belongs to a session that was ended elsewhere', async () => {
    const { client, email } = await service.user()
    const token = await getToken(client)
    const elsewhere = service.client()
    await elsewhere.auth.signInWithPassword({ email, password: PASSWORD })
    await elsewhere.auth.signOut({ scope: 'global' })
    await refused(`Bearer ${token}`, 401, 'session_not_found')
  })

  it('belongs to a user who was deleted', async () => {
    const { client, id } = await service.user()
    const token = await getToken(client)
    await service.admin().auth.admin.deleteUser(id)
    await refused(`Bearer ${token}`, 401, 'session_not_found')
  })

  it('belongs to a user who was banned', async () => {
    const { client, id } = await service.user(newEmail('banned'))
    const token = await getToken(client)
    await service.admin().auth.admin.updateUserById(id, { ban_duration: '1h' })
    await refused(`Bearer ${token}`, 403, 'user_banned')
  })
})

it.each([500, 502, 503, 504, 429])('a service that responds %i signs no user out', async (status) => {
  const { client } = await service.user()
  const token = await getToken(client)
  service.faults.push({ status })
  await expect(requireUser(bearer(token))).rejects.toMatchObject({
    status: 503,
    code: 'accounts_unavailable',
  })
})
