import type { SupabaseClient, VerifyEmailOtpParams } from '@supabase/supabase-js'
import type { Mail } from '../../inbox/inbox.ts'
import { type AuthService, PASSWORD } from '../../testing/authService.ts'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change'] as const

/** Signs a client in with the token hash in an email's link, as the site does. */
export function openLink(client: SupabaseClient, { details }: Mail) {
  const type = types.find((name) => name === details?.type) ?? 'email'
  return client.auth.verifyOtp({ token_hash: String(details?.tokenHash), type })
}

/** Signs a new client in with a password. */
export function signIn(service: AuthService, email: string, password = PASSWORD) {
  return service.createClient().auth.signInWithPassword({ email, password })
}

/** Signs a new client in with a code, by default the one in the latest email. */
export function signInWithCode(
  service: AuthService,
  email: string,
  type: VerifyEmailOtpParams['type'],
  token = service.readCode(email),
) {
  return service.createClient().auth.verifyOtp({ email, token, type })
}
