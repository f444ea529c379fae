import { type AuthService, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let service: AuthService
let readAccountState: typeof import('@/lib/auth/server/accountState').readAccountState

beforeAll(async () => {
  service = await startAuthService()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  vi.doMock('@/lib/env', () => ({ environment: () => ({ SUPABASE_SECRET_KEY: service.secretKey }) }))
  ;({ readAccountState } = await import('@/lib/auth/server/accountState'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

it('finds an account until it is deleted', async () => {
  const { id } = await service.createUser()
  expect(await readAccountState(id)).toBe('active')
  await service.createAdminClient().auth.admin.deleteUser(id)
  expect(await readAccountState(id)).toBe('missing')
})

it('finds a banned account, until the ban ends', async () => {
  const { id } = await service.createUser()
  const { admin } = service.createAdminClient().auth
  await admin.updateUserById(id, { ban_duration: '24h' })
  expect(await readAccountState(id)).toBe('banned')
  await admin.updateUserById(id, { ban_duration: 'none' })
  expect(await readAccountState(id)).toBe('active')
})

it('rejects, and does not report an account as deleted, while the account service responds 503', async () => {
  const { id } = await service.createUser()
  service.faults.push({ status: 503 })
  await expect(readAccountState(id)).rejects.toMatchObject({ status: 503, code: 'accounts_unavailable' })
})
