import type { GoTrueClient } from '@supabase/supabase-js'
import { getProperty } from '@/lib/errorCode'
import { callAsVisitor } from './callRoute'
import { requestCaptchaToken } from './captcha'
import { AuthProblem } from './problems'
import { readSignUpMark } from './signUpMark'
import { canKeepSession } from './storedSession'

type AuthResult = { error: { code?: string | undefined } | null }

/**
 * Returns a result of the account service's client.
 *
 * @throws its error, if there is one
 */
export function throwIfError<Result extends AuthResult>(result: Result): Result {
  if (result.error) throw result.error
  return result
}

/** Like {@link throwIfError} for a typed code. For a wrong one the service returns the error of an expired link. */
export function throwIfCodeError<Result extends AuthResult>(result: Result): Result {
  if (result.error?.code === 'otp_expired') throw new AuthProblem('codeWrong')
  return throwIfError(result)
}

/**
 * Sends a request that needs a session. With a wrong clock on this computer, an expired token may look valid; then it
 * is renewed and the request repeated once.
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

/** The proof in an email: the hash in its link, or its code and recipient. */
type EmailProof = { token_hash: string; type: string } | { email: string; token: string; type: string }

/**
 * Signs in with a link or code from an email. The site's server verifies it: a password that another person may have
 * chosen has to end with the confirmation, even when this page is closed at that moment.
 *
 * @returns the account's email, and whether the user has to choose a password now
 * @throws errors that `toProblemNames` maps to messages
 */
export async function verifyEmail(
  client: GoTrueClient,
  proof: EmailProof,
): Promise<{ email: string; needsPassword: boolean }> {
  const response = await callAsVisitor('/api/auth/verify', { ...proof, sign_up: readSignUpMark() })
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

/**
 * Signing in needs a browser that stores the session.
 *
 * @throws AuthProblem `storageBlocked`
 */
export function requireStorage(): void {
  if (!canKeepSession()) throw new AuthProblem('storageBlocked')
}

/** Whether the user has a second factor, and this session has not used it yet. */
export async function needsSecondFactor(client: GoTrueClient): Promise<boolean> {
  const { data, error } = await client.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw error
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}

/**
 * Raises the session to assurance level 2. Tries each authenticator app, since the code does not name its app.
 *
 * @throws the client's error when the code fits none of them
 */
export async function enterAppCode(client: GoTrueClient, code: string): Promise<void> {
  const { data, error } = await client.mfa.listFactors()
  if (error) throw error
  let refusal: unknown = new AuthProblem('appCodeWrong')
  for (const { id } of data.totp) {
    const result = await client.mfa.challengeAndVerify({ factorId: id, code })
    if (!result.error) return
    refusal = result.error
    if (result.error.code !== 'mfa_verification_failed') break
  }
  throw refusal
}

/**
 * Mails a link and a code to sign in with, or to choose a new password, through the site's server, whose response is
 * the same with and without an account. The account service's own response differs.
 *
 * @param next - the link's target, a URL of the site
 * @throws errors that `toProblemNames` maps to messages
 */
export async function mailSignInLink(
  email: string,
  next: string,
  type: 'magiclink' | 'recovery' = 'magiclink',
): Promise<void> {
  await callAsVisitor('/api/auth/sign-in-link', { email, next, type, captcha: await requestCaptchaToken() })
}
