import { RequestProblem } from '@/lib/api/problem'
import { createAdminClient } from '@/lib/auth/server/clients'

/**
 * Returns the URL of the claim page with the claim's nonce in the fragment, which browsers do not send to servers.
 * Supabase allows a fragment in `redirect_to`.
 */
const getClaimPage = (siteOrigin: string, nonce: string) => `${siteOrigin}/claim#claim=${nonce}`

/**
 * Generates the link that proves a mailbox's owner, for an email of the site: an invitation without an account, a
 * recovery with one; both end in a new password. It opens our own page, where a button uses it up.
 * https://supabase.com/docs/reference/javascript/auth-admin-generatelink
 *
 * @throws RequestProblem 503 `accounts_unavailable`
 */
export async function generateClaimLink(siteOrigin: string, email: string, nonce: string): Promise<string> {
  const { admin } = createAdminClient().auth
  const next = getClaimPage(siteOrigin, nonce)
  const options = { redirectTo: next }
  const invited = await admin.generateLink({ type: 'invite', email, options })
  const { data, error } =
    invited.error?.code === 'email_exists'
      ? await admin.generateLink({ type: 'recovery', email, options })
      : invited
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { hashed_token, verification_type } = data.properties
  return `${siteOrigin}/auth/confirm#${new URLSearchParams({ token_hash: hashed_token, type: verification_type, next })}`
}

/**
 * Lets the account service mail such a link with its own template, for a server without mail.
 *
 * @throws RequestProblem 429 `too_many_requests`, 503 `accounts_unavailable`
 */
export async function inviteByEmail(siteOrigin: string, email: string, nonce: string): Promise<void> {
  const redirectTo = getClaimPage(siteOrigin, nonce)
  const invited = await createAdminClient().auth.admin.inviteUserByEmail(email, { redirectTo })
  if (!invited.error) return
  if (invited.error.code !== 'email_exists') {
    throw new RequestProblem(503, 'accounts_unavailable', { cause: invited.error })
  }
  // A webhook has no CAPTCHA token; the secret key needs none.
  const { error } = await createAdminClient().auth.resetPasswordForEmail(email, { redirectTo })
  if (error?.status === 429) throw new RequestProblem(429, 'too_many_requests', { cause: error })
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
}
