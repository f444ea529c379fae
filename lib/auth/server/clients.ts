import 'server-only'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { RequestProblem } from '@/lib/api/problem'
import { accountService, createFetchWithTimeout } from '@/lib/auth/config'
import { environment } from '@/lib/env'

/** Disables session persistence on the server. */
const authOptions = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

const fetchAccountService = createFetchWithTimeout(5000)

/** Creates a client for the account service, with the publishable key. */
export function createServerClient(): SupabaseClient {
  return createClient(accountService.url, accountService.publishableKey, {
    auth: authOptions,
    global: { fetch: fetchAccountService },
  })
}

/**
 * Creates an admin client for the account service. Its key never leaves the server.
 *
 * @param clientIp - the visitor's IP, which the service's rate limits count instead of the server's
 * (https://supabase.com/docs/guides/auth/rate-limits, "IP address forwarding")
 */
export function createAdminClient(clientIp?: string): SupabaseClient {
  return createClient(accountService.url, environment().SUPABASE_SECRET_KEY, {
    auth: authOptions,
    global: { fetch: fetchAccountService, headers: clientIp ? { 'Sb-Forwarded-For': clientIp } : {} },
  })
}

/**
 * Requires the account service to respond.
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function requireAccountService(): Promise<void> {
  const headers = { apikey: accountService.publishableKey }
  try {
    const { ok, status } = await fetchAccountService(`${accountService.url}/auth/v1/settings`, { headers })
    if (!ok) throw new Error(`The account service responded with ${status}.`)
  } catch (cause) {
    throw new RequestProblem(503, 'accounts_unavailable', { cause })
  }
}
