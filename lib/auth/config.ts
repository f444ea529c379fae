/**
 * The URL and key of the account service. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its
 * full name; `lib/env.ts` has validated them before this module runs.
 */
export const accountService = {
  url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? '',
  publishableKey: process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? '',
}

/**
 * The key of supabase-js's session in the browser's storage. It equals the SDK's default, so that code without the
 * SDK finds a session (`defaultStorageKey` of SupabaseClient).
 *
 * @param url - of the Supabase project
 */
export function getSessionKey(url: string): string {
  const project = URL.parse(url)?.hostname.split('.')[0] ?? ''
  return `sb-${project}-auth-token`
}

/** The session key of this site's project. */
export const sessionKey = getSessionKey(accountService.url)
