/**
 * Where accounts are. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its full name;
 * `lib/env.ts` has validated them before any of this runs.
 */
export const accountService = {
  url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? '',
  publishableKey: process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? '',
}

/**
 * Where supabase-js keeps the session in the browser's storage. The same name as its own default, so that what looks
 * for a session needs no SDK (`defaultStorageKey` of SupabaseClient).
 *
 * @param url - the address of the project
 */
export function getSessionKey(url: string): string {
  const project = URL.parse(url)?.hostname.split('.')[0] ?? ''
  return `sb-${project}-auth-token`
}

/** The name for this site's project. */
export const sessionKey = getSessionKey(accountService.url)
