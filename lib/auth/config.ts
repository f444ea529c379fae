/**
 * The URL and key of the account service. Next inlines `NEXT_PUBLIC_*` at build time, so each variable is read by its
 * full name; `lib/env.ts` has validated them before this module runs.
 */
export const accountService = {
  url: process.env.NEXT_PUBLIC_SUPABASE_URL ?? '',
  publishableKey: process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? '',
}

/**
 * The session's key in the browser's storage. It equals supabase-js's `defaultStorageKey`, which Supabase tools
 * expect.
 */
export const sessionKey = `sb-${URL.parse(accountService.url)?.hostname.split('.')[0] ?? ''}-auth-token`

/** Creates a `fetch` for the account service's clients. It rejects with a `TimeoutError` after a timeout. */
export function createFetchWithTimeout(timeoutMs: number): typeof fetch {
  return (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return fetch(input, { ...init, signal })
  }
}
