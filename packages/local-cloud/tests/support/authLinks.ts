import type { SupabaseClient } from '@supabase/supabase-js'
import type { Mail } from '../../inbox/inbox.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const

/** Signs a client in with the link of an email, as the site's page does with its hash. */
export function openLink(client: SupabaseClient, { details }: Mail) {
  const type = types.find((name) => name === details?.type) ?? 'email'
  return client.auth.verifyOtp({ token_hash: String(details?.tokenHash), type })
}
