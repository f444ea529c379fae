import { type AuthService, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let service: AuthService
let accountExists: typeof import('@/lib/auth/server/accountExists').accountExists

beforeAll(async () => {
  service = await startAuthService()
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', service.url)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', service.publishableKey)
  vi.doMock('@/lib/env', () => ({ environment: () => ({ SUPABASE_SECRET_KEY: service.secretKey }) }))
  ;({ accountExists } = await import('@/lib/auth/server/accountExists'))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
})

it('finds an account until it is deleted', async () => {
  const { id } = await service.createUser()
  expect(await accountExists(id)).toBe(true)
  await service.createAdminClient().auth.admin.deleteUser(id)
  expect(await accountExists(id)).toBe(false)
})

it('rejects, and does not report an account as deleted, while the account service responds 503', async () => {
  const { id } = await service.createUser()
  service.faults.push({ status: 503 })
  await expect(accountExists(id)).rejects.toMatchObject({ status: 503, code: 'accounts_unavailable' })
})
