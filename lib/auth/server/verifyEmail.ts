import 'server-only'
import { randomBytes } from 'node:crypto'
import type { AuthError, EmailOtpType, Session, User } from '@supabase/supabase-js'
import { runAfterResponse } from '@/lib/afterResponse'
import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import { createAdminClient } from './clients'

/** The proof in an email: the hash in its link, or its code. */
export type EmailProof =
  | { token_hash: string; type: EmailOtpType }
  | { email: string; token: string; type: EmailOtpType }

/** The latest sign-up of a browser: the account's id from the response, and the random value that the browser sent. */
export type SignUpMark = { id: string; mark: string }

/** A session as its tokens, and whether the user has to choose a new password. */
export type VerifiedSession = { access_token: string; refresh_token: string; password_needed: boolean }

type VerificationOptions = {
  signUp?: SignUpMark | undefined
  /** The visitor's IP, by which the account service limits requests. */
  clientIp?: string | undefined
}

const replacementAttempts = 3

/**
 * Signs in with a link or code from an email. While the account's password is unproved, a random password replaces it
 * before the session is returned, and every other session ends. Another person may have chosen the password in an earlier sign-up, since the account service retains it when
 * the owner signs up later. The password stays if this browser sent the first sign-up.
 *
 * @throws RequestProblem with the service's status and code for a proof that it refuses; 503 `accounts_unavailable`
 */
export async function verifyEmail(
  proof: EmailProof,
  { signUp, clientIp }: VerificationOptions = {},
): Promise<VerifiedSession> {
  const { data, error } = await createAdminClient(clientIp).auth.verifyOtp(proof)
  if (error) throw toRequestProblem(error)
  const { session, user } = data
  if (!session || !user) throw new RequestProblem(503, 'accounts_unavailable')
  if (user.app_metadata.password_proved === true)
    return toVerifiedSession(session, { isPasswordNeeded: false })
  if (signUp && signUp.id === user.id && signUp.mark === user.user_metadata.sign_up) {
    await markPasswordProved(user)
    return toVerifiedSession(session, { isPasswordNeeded: false })
  }
  const replacement = replacePassword(user)
  // The browser may have closed the page, or the response may have timed out.
  runAfterResponse(replacement)
  return toVerifiedSession(await replacement, { isPasswordNeeded: true })
}

/** Only the secret key can change `app_metadata`. */
const provedMetadata = { app_metadata: { password_proved: true } }

/** Records that the owner chose the password. Otherwise another link would require a new one. */
async function markPasswordProved({ id }: User): Promise<void> {
  const { error } = await createAdminClient().auth.admin.updateUserById(id, provedMetadata)
  if (error) log.warn('accounts', `verifyEmail: marking the password of ${id} as proved failed`)
}

/** Replaces the password, which ends all sessions, marks the new password as proved, and begins a new session. */
async function replacePassword({ id, email = '' }: User): Promise<Session> {
  const { admin } = createAdminClient().auth
  // Contains each kind of character that a project can require.
  const password = `${randomBytes(32).toString('base64url')}aA1!`
  let error: AuthError | null = null
  for (let attempt = 0; attempt < replacementAttempts; attempt += 1) {
    ;({ error } = await admin.updateUserById(id, { password, ...provedMetadata }))
    if (!error) break
  }
  if (error) {
    log.error(
      'accounts',
      `verifyEmail: replacing the password of ${id} failed; another link replaces it`,
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
  return data.session
}

const toVerifiedSession = (
  { access_token, refresh_token }: Session,
  { isPasswordNeeded }: { isPasswordNeeded: boolean },
): VerifiedSession => ({
  access_token,
  refresh_token,
  password_needed: isPasswordNeeded,
})

/** Maps a refused proof to its own status and code, and every other error to a failure of the service. */
function toRequestProblem(error: AuthError): RequestProblem {
  const { code = '', status = 0 } = error
  if (code && status >= 400 && status < 500 && status !== 401) return new RequestProblem(status, code)
  return new RequestProblem(503, 'accounts_unavailable', { cause: error })
}
