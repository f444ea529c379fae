import { type AuthService, requireSession, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// everyRoute.test.ts covers the other tokens that requireUser refuses.

let service: AuthService
let requireUser: typeof import('@/lib/auth/server/requireUser').requireUser
let readAccountState: typeof import('@/lib/membership/context').readAccountState

beforeAll(async () => {
  service = await startAuthService({ jwtExpiry: 3600 })
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  vi.doMock('@/lib/env', () => ({ environment: () => ({ SUPABASE_SECRET_KEY: service.secretKey }) }))
  ;({ requireUser } = await import('@/lib/auth/server/requireUser'))
  ;({ readAccountState } = await import('@/lib/membership/context'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

const createBearerRequest = (token: string) =>
  new Request('http://localhost:3999/api/anything', { headers: { authorization: `Bearer ${token}` } })
const getToken = async (client: Parameters<typeof requireSession>[0]) =>
  (await requireSession(client)).access_token
const encodePart = (text: string) => Buffer.from(text).toString('base64url')

it('an expired or malformed token is refused without a request to the service', async () => {
  const token = await getToken((await service.createUser()).client)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { exp, ...endless } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const expectRefused = async (refused: string) =>
    expect(requireUser(createBearerRequest(refused)), refused).rejects.toMatchObject({
      status: 401,
      code: 'bad_jwt',
    })
  const fetchSpy = vi.spyOn(globalThis, 'fetch')
  try {
    await expectRefused('a.b.c')
    await expectRefused(`${encodePart('{"alg":"none"}')}.${encodePart('[]')}.${signature}`)
    await expectRefused(`${head}.${encodePart('{')}.${signature}`)
    await expectRefused(`${head}.${encodePart(JSON.stringify(endless))}.${signature}`)
    vi.useFakeTimers({ now: (Number(exp) + 61) * 1000, toFake: ['Date'] })
    await expectRefused(token)
    expect(fetchSpy).not.toHaveBeenCalled()
    vi.setSystemTime((Number(exp) + 59) * 1000)
    await expectRefused(token)
    expect(fetchSpy, 'clocks may differ by a minute').toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
    fetchSpy.mockRestore()
  }
})

describe('the state of an account', () => {
  it('is active until the account is deleted', async () => {
    const { id } = await service.createUser()
    expect(await readAccountState(id)).toBe('active')
    await service.createAdminClient().auth.admin.deleteUser(id)
    expect(await readAccountState(id)).toBe('missing')
  })

  it('is banned until the ban ends', async () => {
    const { id } = await service.createUser()
    const { admin } = service.createAdminClient().auth
    await admin.updateUserById(id, { ban_duration: '24h' })
    expect(await readAccountState(id)).toBe('banned')
    await admin.updateUserById(id, { ban_duration: 'none' })
    expect(await readAccountState(id)).toBe('active')
  })

  it('is reported as an error, not as missing, while the account service responds with 503', async () => {
    const { id } = await service.createUser()
    service.faults.push({ status: 503 })
    await expect(readAccountState(id)).rejects.toMatchObject({ status: 503, code: 'accounts_unavailable' })
  })
})
