import type { GoTrueClient } from '@supabase/supabase-js'
import { AuthProblem } from './problems'
import { canKeepSession } from './storedSession'

type Answer = { error: { code?: string | undefined } | null }

/**
 * Gives an answer of the account service's client back.
 *
 * @throws the error in it, if there is one
 */
export function throwIfError<Given extends Answer>(answer: Given): Given {
  if (answer.error) throw answer.error
  return answer
}

/** The same for a code that was typed: the service says the same of it as of a link that is too old. */
export function throwIfCodeError<Given extends Answer>(answer: Given): Given {
  if (answer.error?.code === 'otp_expired') throw new AuthProblem('codeWrong')
  return throwIfError(answer)
}

/**
 * Asks the account service for something that needs a session. Where the clock of this computer is wrong, a token may
 * look good and be too old; then it is renewed, and the question is asked once more.
 *
 * @throws the error in the answer, if there is one
 */
export async function withFreshToken<Given extends Answer>(
  client: GoTrueClient,
  ask: () => Promise<Given>,
): Promise<Given> {
  const answer = await ask()
  if (answer.error?.code !== 'bad_jwt') return throwIfError(answer)
  throwIfError(await client.refreshSession())
  return throwIfError(await ask())
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
    const answer = await client.mfa.challengeAndVerify({ factorId: id, code })
    if (!answer.error) return
    refusal = answer.error
    if (answer.error.code !== 'mfa_verification_failed') break
  }
  throw refusal
}

/**
 * Mails somebody a link and a code to sign in with. The service refuses addresses without an account; nobody is told,
 * since whether there is one is nobody's business.
 *
 * @param next - where the link leads, an address of the site
 * @throws the error in the answer, if there is another one
 */
export async function mailSignInLink(client: GoTrueClient, email: string, next: string): Promise<void> {
  const answer = await client.signInWithOtp({
    email,
    options: { shouldCreateUser: false, emailRedirectTo: next },
  })
  if (answer.error?.code !== 'otp_disabled') throwIfError(answer)
}
