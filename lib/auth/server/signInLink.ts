import 'server-only'
import type { SupabaseClient } from '@supabase/supabase-js'
import { RequestProblem } from '@/lib/api/problem'
import { createSiteTurnstileVerifier } from '@/lib/api/turnstile'
import { turnstileSiteKey } from '@/lib/contact/config'
import { log } from '@/lib/log'
import { createAdminClient, createServerClient, requireAccountService } from './clients'

type Visitor = {
  /** A Turnstile token. */
  captcha: string | undefined
  clientIp: string | undefined
}

export type SignInLink = {
  email: string
  /** The link's target; the account service accepts only URLs on its redirect allow list. */
  next: string
  /** With `recovery`, the email is for choosing a new password. */
  type: 'magiclink' | 'recovery'
}

/**
 * Prepares an email from the account service with a link and a code, for signing in, confirming an account, or choosing
 * a new password. The service sends nothing to an email that has no account.
 *
 * @returns a function that sends the email, for `runAfterResponse`. It logs failures and never throws
 * @throws RequestProblem 400 `captcha_failed`, or 503 `accounts_unavailable`, whether there is an account or not
 */
export async function prepareSignInLink(
  { email, next, type }: SignInLink,
  visitor: Visitor,
): Promise<() => Promise<void>> {
  const { client, options } = await createVisitorClient(visitor)
  await requireAccountService()
  return async () => {
    const { error } =
      type === 'recovery'
        ? await client.auth.resetPasswordForEmail(email, { redirectTo: next, ...options })
        : await client.auth.signInWithOtp({
            email,
            options: { shouldCreateUser: false, emailRedirectTo: next, ...options },
          })
    // `otp_disabled` is the response for an email without an account.
    if (error && error.code !== 'otp_disabled') {
      log.warn('accounts', 'signInLink: emailing a link failed; the visitor can request another', error)
    }
  }
}

/** Emails a sign-in link, and creates the account if there is none. Throws the service's error. */
export async function mailSignInLink(email: string, next: string, clientIp?: string): Promise<void> {
  const { error } = await createAdminClient(clientIp).auth.signInWithOtp({
    email,
    options: { emailRedirectTo: next },
  })
  if (error) throw error
}

/**
 * Generates a sign-in link for an email that the site sends, and creates the account if there is none. The link opens
 * `/auth/confirm`, where a button consumes its one-time token.
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function createAccountLink(siteOrigin: string, email: string, next: string): Promise<string> {
  const { admin } = createAdminClient().auth
  const options = { redirectTo: next }
  const invitation = await admin.generateLink({ type: 'invite', email, options })
  const { data, error } =
    invitation.error?.code === 'email_exists'
      ? await admin.generateLink({ type: 'magiclink', email, options })
      : invitation
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { hashed_token, verification_type } = data.properties
  return `${siteOrigin}/auth/confirm#${new URLSearchParams({ token_hash: hashed_token, type: verification_type, next, email })}`
}

/**
 * Creates a client that forwards the visitor's IP. It uses Supabase's secret key, which needs no CAPTCHA token. With
 * the publishable key, Supabase would count every request against the server's IP, so one visitor could use up
 * everyone's limit. If Turnstile is enabled but its secret key is not set here, the client uses the publishable key,
 * and Supabase verifies the token.
 *
 * @throws RequestProblem 400 `captcha_failed`
 */
async function createVisitorClient({
  captcha: token,
  clientIp,
}: Visitor): Promise<{ client: SupabaseClient; options: { captchaToken?: string } }> {
  if (turnstileSiteKey) {
    const verify = createSiteTurnstileVerifier()
    if (!verify) return { client: createServerClient(), options: token ? { captchaToken: token } : {} }
    if (!token || !(await verify(token))) throw new RequestProblem(400, 'captcha_failed')
  }
  return { client: createAdminClient(clientIp), options: {} }
}
