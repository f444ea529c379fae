import { describe, expect, it, vi } from 'vitest'
import { getToken, setUpAuthService } from './authService.ts'

// everyRoute.test.ts covers the other tokens that requireUser refuses.

const service = await setUpAuthService({ jwtExpiry: 3600 })
const { requireUser } = await import('@/lib/auth/server/requireUser')
const { readAccountState } = await import('@/lib/membership/context')

const createBearerRequest = (token: string) =>
  new Request('http://localhost:3999/api/anything', { headers: { authorization: `Bearer ${token}` } })
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
