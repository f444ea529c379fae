import { type AuthService, requireSession, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, vi } from 'vitest'

/**
 * Starts the account service of a test file's site, and stops it after the last test. Import the site's modules
 * afterwards, since they read its URL and keys.
 */
export async function setUpAuthService(settings?: Record<string, unknown>): Promise<AuthService> {
  const service = await startAuthService(settings)
  process.env.NEXT_PUBLIC_SUPABASE_URL = service.url
  process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = service.publishableKey
  vi.doMock('@/lib/env', () => ({ environment: () => ({ SUPABASE_SECRET_KEY: service.secretKey }) }))
  afterAll(() => service.stop())
  return service
}

/** Returns the access token of a client's session. */
export const getToken = async (client: Parameters<typeof requireSession>[0]): Promise<string> =>
  (await requireSession(client)).access_token
