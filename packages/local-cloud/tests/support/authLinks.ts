import type { SupabaseClient } from '@supabase/supabase-js'
import type { Mail } from '../../inbox/inbox.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const

/** Signs a client in with the token hash in an email's link, as the site does. */
export function openLink(client: SupabaseClient, { details }: Mail) {
  const type = types.find((name) => name === details?.type) ?? 'email'
  return client.auth.verifyOtp({ token_hash: String(details?.tokenHash), type })
}
