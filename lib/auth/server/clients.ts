import 'server-only'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { accountService } from '@/lib/auth/config'
import { capToDeadline } from '@/lib/deadline'
import { environment } from '@/lib/env'
import { fetchWithTimeout } from '@/lib/fetchWithTimeout'

/** Disables session persistence on the server. */
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** The timeout of one request to the account service. Milliseconds. */
const timeoutMs = 5000

/** A `fetch` whose timeout is capped to the request's deadline. */
export const fetchAccounts: typeof fetch = (input, init) =>
  fetchWithTimeout(capToDeadline(timeoutMs))(input, init)

/** Creates a client of the account service with a visitor's rights, to verify tokens. */
export function serverClient(): SupabaseClient {
  return createClient(accountService.url, accountService.publishableKey, {
    auth,
    global: { fetch: fetchAccounts },
  })
}

/**
 * Creates an admin client of the account service. Its key never leaves the server.
 *
 * @param clientIp - the visitor for whom the request is sent. The service then counts that IP, not the server's, where its
 *   setting allows it (https://supabase.com/docs/guides/auth/rate-limits, "IP address forwarding")
 */
export function createAdminClient(clientIp?: string): SupabaseClient {
  return createClient(accountService.url, environment().SUPABASE_SECRET_KEY, {
    auth,
    global: { fetch: fetchAccounts, headers: clientIp ? { 'Sb-Forwarded-For': clientIp } : {} },
  })
}
