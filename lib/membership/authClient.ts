import type { SupabaseClient } from '@supabase/supabase-js'

let client: Promise<SupabaseClient> | undefined

/**
 * Loads supabase-js, once for each tab.
 *
 * @returns the client, which keeps the session fresh and the tabs in step
 * @throws when the script cannot be loaded; the next call tries again
 */
export function loadAuthClient(): Promise<SupabaseClient> {
  client ??= import('./createAuthClient').then(({ createAuthClient }) => createAuthClient())
  client.catch(() => {
    client = undefined
  })
  return client
}
