import type { GoTrueClient } from '@supabase/supabase-js'
import { getProperty } from '@/lib/errorCode'
import { callAsVisitor } from './callRoute'
import { requestCaptchaOption, requestCaptchaToken } from './captcha'
import { AuthProblem } from './problems'
import { canStoreSession } from './storedSession'
import { loadAuthClient } from './userStore'

type AuthResult = { error: { code?: string | undefined } | null }

/** Throws the result's error if there is one; otherwise returns the result. */
export function throwIfError<Result extends AuthResult>(result: Result): Result {
  if (result.error) throw result.error
  return result
}

/**
 * Sends a request that needs a session. On a computer with a wrong clock, an expired token may look valid. When the
 * service rejects the token, this refreshes it and retries the request once.
 *
 * @throws the error in the result, if there is one
 */
export async function withFreshToken<Result extends AuthResult>(
  client: GoTrueClient,
  request: () => Promise<Result>,
): Promise<Result> {
  const result = await request()
  if (result.error?.code !== 'bad_jwt') return throwIfError(result)
  throwIfError(await client.refreshSession())
  return throwIfError(await request())
}

/** The body of `POST /api/auth/verify`: the hash in a link, or a code and its recipient, or both for an email change. */
type EmailProof = { type: string; [field: string]: string | undefined }

/**
 * Signs in with a link or code from an email, which the site's server verifies. If the account does not own the email
 * yet, the server also replaces its password, since another person may have chosen it.
 *
 * @returns the account's email, and whether the user has to choose a password now; undefined after the first of an
 * email change's two links
 * @throws errors that `toProblemNames` maps to messages
 */
export async function verifyEmail(
  client: GoTrueClient,
  proof: EmailProof,
): Promise<{ email: string; needsPassword: boolean } | undefined> {
  const response = await callAsVisitor('/api/auth/verify', proof)
  if (!getProperty(response, 'access_token')) return undefined
  const { data } = throwIfError(
    await client.setSession({
      access_token: String(getProperty(response, 'access_token')),
      refresh_token: String(getProperty(response, 'refresh_token')),
    }),
  )
  return {
    email: data.user?.email ?? '',
    needsPassword: getProperty(response, 'password_needed') === true,
  }
}

/** Throws an AuthProblem `storageBlocked` unless this browser can store a session. */
export function requireStorage(): void {
  if (!canStoreSession()) throw new AuthProblem('storageBlocked')
}

/** Whether the user has a second factor that this session has not used yet. Throws the client's error. */
export async function needsSecondFactor(client: GoTrueClient): Promise<boolean> {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw error
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}

/**
 * Raises the session to assurance level 2. A code does not identify its app, so this tries every authenticator app.
 *
 * @throws the client's error, including when the code matches no app; AuthProblem `appCodeWrong` when the user has no app
 */
export async function verifyAppCode(client: GoTrueClient, code: string): Promise<void> {
  const { data, error } = await client.mfa.listFactors()
  if (error) throw error
  let lastError: unknown = new AuthProblem('appCodeWrong')
  for (const { id } of data.totp) {
    const result = await client.mfa.challengeAndVerify({ factorId: id, code })
    if (!result.error) return
    lastError = result.error
    if (result.error.code !== 'mfa_verification_failed') break
  }
  throw lastError
}

/** Resends the email with a sign-up's link and code. Throws errors that `toProblemNames` maps to messages. */
export async function resendConfirmation(email: string, next: string): Promise<void> {
  const client = await loadAuthClient()
  const options = { emailRedirectTo: next, ...(await requestCaptchaOption()) }
  throwIfError(await client.resend({ type: 'signup', email, options }))
}

/**
 * Emails a link and a code for signing in or choosing a new password. The site's server responds the same whether or
 * not the account exists; the account service itself does not.
 *
 * @throws errors that `toProblemNames` maps to messages
 */
export async function mailSignInLink(
  email: string,
  next: string,
  type: 'magiclink' | 'recovery' = 'magiclink',
): Promise<void> {
  await callAsVisitor('/api/auth/sign-in-link', { email, next, type, captcha: await requestCaptchaToken() })
}
