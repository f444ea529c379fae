import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from '@/lib/auth/server/clients'

/**
 * Returns the URL of the claim page with the claim's nonce in the fragment, which browsers do not send to servers.
 * Supabase allows a fragment in `redirect_to`.
 */
const getClaimUrl = (siteOrigin: string, nonce: string) => `${siteOrigin}/claim#claim=${nonce}`

/**
 * Generates the claim link for an email that the site sends: an invitation, with which Supabase creates the account, or
 * a recovery for an existing account. The link opens `/auth/confirm`, where a button consumes its one-time token.
 * https://supabase.com/docs/reference/javascript/auth-admin-generatelink
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function generateClaimLink(siteOrigin: string, email: string, nonce: string): Promise<string> {
  const { admin } = createAdminClient().auth
  const next = getClaimUrl(siteOrigin, nonce)
  const options = { redirectTo: next }
  const invitation = await admin.generateLink({ type: 'invite', email, options })
  const { data, error } =
    invitation.error?.code === 'email_exists'
      ? await admin.generateLink({ type: 'recovery', email, options })
      : invitation
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { hashed_token, verification_type } = data.properties
  return `${siteOrigin}/auth/confirm#${new URLSearchParams({ token_hash: hashed_token, type: verification_type, next })}`
}

/**
 * Has the account service mail a claim link with its own template, as an invitation or a recovery. Used without a mail
 * server or a text of the site's email, and for a membership that no checkout of the site began.
 *
 * @throws RequestProblem 429 `too_many_requests`, 503 `accounts_unavailable`
 */
export async function inviteByEmail(siteOrigin: string, email: string, nonce: string): Promise<void> {
  const redirectTo = getClaimUrl(siteOrigin, nonce)
  const invitation = await createAdminClient().auth.admin.inviteUserByEmail(email, { redirectTo })
  if (!invitation.error) return
  if (invitation.error.code !== 'email_exists') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: invitation.error })
  }
  // A request with the secret key needs no CAPTCHA token.
  const { error } = await createAdminClient().auth.resetPasswordForEmail(email, { redirectTo })
  if (error?.status === 429) throw new RequestProblem(429, 'too_many_requests', { cause: error })
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
}
