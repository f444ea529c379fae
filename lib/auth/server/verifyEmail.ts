import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { AuthError, EmailOtpType, Session, User } from '@supabase/supabase-js'
import { runAfterResponse } from '@/lib/afterResponse'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import { createAdminClient } from './clients'
import { ownsEmail } from './requireUser'

/** Proof that a visitor received an email (the token hash in its link, or its code), and any password typed earlier. */
export type EmailProof = (
  | { token_hash: string; type: EmailOtpType }
  | { email: string; token: string; type: EmailOtpType }
) & { password?: string | undefined }

/**
 * A link of an email change. `token` is the code in the same email; older emails have none. `email` is the account's
 * current email. Any link can contain other emails, so neither `email` nor `new_email` is trusted.
 */
export type EmailChangeProof = {
  token_hash: string
  type: 'email_change'
  token?: string | undefined
  email: string
  new_email: string
}

/** A session's tokens, and whether the user has to choose a password now. */
export type VerifiedSession = { access_token: string; refresh_token: string; password_needed: boolean }

/**
 * Signs in with a link or code from an email. If the account does not own the email yet, a stranger may have signed up
 * with the email first. The typed password, or else a random one, then replaces the account's password, and every other
 * session ends, before the new session is returned.
 *
 * @param clientIp - the visitor's IP, for the account service's rate limit
 * @throws RequestProblem with the service's status and code for a proof that it refuses; 503 `accounts_unavailable`
 */
export async function verifyEmail(
  { password, ...proof }: EmailProof,
  clientIp?: string,
): Promise<VerifiedSession> {
  const { data, error } = await createAdminClient(clientIp).auth.verifyOtp(proof)
  if (error) throw toRequestProblem(error)
  const { session, user } = data
  if (!session || !user) throw new RequestProblem(503, 'accounts_unavailable')
  if (ownsEmail(user)) return toVerifiedSession(session, false)
  const replacement = replacePassword(user, password)
  // The visitor may have closed the page, or the response may have timed out.
  runAfterResponse(replacement)
  return replacement
}

/**
 * Uses one of the two links of an email change. If the account owned its former email, the new email's link
 * makes it own the new one, with the same password. Without that link, for example after its code was guessed at the
 * account service, the account does not own the new email.
 *
 * @returns undefined after the first link
 * @throws like {@link verifyEmail}
 */
export async function verifyEmailChange(
  { token_hash, type, token, email, new_email }: EmailChangeProof,
  clientIp?: string,
): Promise<VerifiedSession | undefined> {
  const { auth } = createAdminClient(clientIp)
  const { data, error } = await auth.verifyOtp({ token_hash, type })
  if (error) throw toRequestProblem(error)
  const { session } = data
  // The account service hashes each code with its recipient.
  if (createHash('sha224').update(`${new_email}${token}`).digest('hex') === token_hash) {
    // The first link returns no user, and only this call finds one by email. Other types would create an account.
    const user = session?.user ?? (await auth.admin.generateLink({ type: 'recovery', email })).data.user
    const changedEmail = session ? user?.email : user?.new_email
    if (user && changedEmail === new_email && ownsEmail({ ...user, email })) {
      const app_metadata = { verified_email: email, verified_new_email: new_email }
      const { error: cause } = await auth.admin.updateUserById(user.id, { app_metadata })
      if (cause)
        log.warn('accounts', `verifyEmailChange: recording the new email of ${user.id} failed`, cause)
    }
  }
  return session ? toVerifiedSession(session, false) : undefined
}

/** Replaces the password (which ends all sessions), records that the account owns the email, and begins a session. */
async function replacePassword({ id, email = '' }: User, typedPassword?: string): Promise<VerifiedSession> {
  const { admin } = createAdminClient().auth
  // Contains each kind of character that a project can require.
  const random = `${randomBytes(32).toString('base64url')}aA1!`
  let password: string | undefined
  let error: AuthError | null = null
  // The account service may refuse the typed password as too weak. An administrator's change sends no notification.
  for (password of [...(typedPassword ? [typedPassword] : []), random, random, random]) {
    ;({ error } = await admin.updateUserById(id, { password, app_metadata: { verified_email: email } }))
    if (!error) break
  }
  if (error) {
    log.error(
      'accounts',
      `verifyEmail: replacing the password of ${id} failed; the user's next link or code retries it`,
      error,
    )
    throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  }
  const link = await admin.generateLink({ type: 'magiclink', email })
  if (link.error) throw new RequestProblem(503, 'accounts_unavailable', { cause: link.error })
  const { hashed_token: token_hash } = link.data.properties
  const { data, error: signInError } = await createAdminClient().auth.verifyOtp({
    token_hash,
    type: 'magiclink',
  })
  if (!data.session) throw new RequestProblem(503, 'accounts_unavailable', { cause: signInError })
  return toVerifiedSession(data.session, password !== typedPassword)
}

const toVerifiedSession = (
  { access_token, refresh_token }: Session,
  password_needed: boolean,
): VerifiedSession => ({ access_token, refresh_token, password_needed })

/** Maps a refused proof to the service's status and code, and any other error to 503 `accounts_unavailable`. */
function toRequestProblem(error: AuthError): RequestProblem {
  const { code = '', status = 0 } = error
  if (code && status >= 400 && status < 500 && status !== 401) return new RequestProblem(status, code)
  return new RequestProblem(503, 'accounts_unavailable', { cause: error })
}
