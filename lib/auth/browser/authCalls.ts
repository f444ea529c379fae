import type { GoTrueClient } from '@supabase/supabase-js'
import { getProperty } from '@/lib/errorCode'
import { callAsVisitor } from './callRoute'
import { requestCaptchaToken } from './captcha'
import { AuthProblem } from './problems'
import { readSignUpMark } from './signUpMark'
import { canKeepSession } from './storedSession'

type AuthResult = { error: { code?: string | undefined } | null }

/**
 * Gives an answer of the account service's client back.
 *
 * @throws the error in it, if there is one
 */
export function throwIfError<Result extends AuthResult>(result: Result): Result {
  if (result.error) throw result.error
  return result
}

/** The same for a code that was typed: the service says the same of it as of a link that is too old. */
export function throwIfCodeError<Result extends AuthResult>(result: Result): Result {
  if (result.error?.code === 'otp_expired') throw new AuthProblem('codeWrong')
  return throwIfError(result)
}

/**
 * Asks the account service for something that needs a session. Where the clock of this computer is wrong, a token may
 * look good and be too old; then it is renewed, and the question is asked once more.
 *
 * @throws the error in the answer, if there is one
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

/** What an email carries: the hash in its link, or its code and where it went. */
type EmailProof = { token_hash: string; type: string } | { email: string; token: string; type: string }

/**
 * Signs in with a link or code from an email. The site's server verifies it: a password that somebody else may have
 * chosen has to end with the confirmation, also when this page is closed at that moment.
 *
 * @returns the account's email, and whether its owner has to choose a password now
 * @throws what `explainError` can explain
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
 * Signing in makes no sense where the browser forgets it with the page.
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
 * Raises the session to assurance level 2. Nobody has to know which of several apps a code is from: each is tried.
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
 * Mails a link and a code to sign in with, or to choose a new password, through the site's server: its response is the same whether there is an account
 * or not. The account service itself tells them apart.
 *
 * @param next - where the link leads, a URL of the site
 * @throws what `explainError` can explain
 */
export async function mailSignInLink(
  email: string,
  next: string,
  type: 'magiclink' | 'recovery' = 'magiclink',
): Promise<void> {
  await callAsVisitor('/api/auth/sign-in-link', { email, next, type, captcha: await requestCaptchaToken() })
}
