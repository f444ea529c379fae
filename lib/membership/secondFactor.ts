import type { SupabaseClient } from '@supabase/supabase-js'
import { MemberProblem } from './problems'

/** Whether the member has a second factor, and this session has not used it yet. */
export async function needsSecondFactor(client: SupabaseClient): Promise<boolean> {
  const { data, error } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  if (error) throw error
  return data.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}

/**
 * Raises the session to assurance level 2. Nobody has to know which of several apps a code is from: each is tried.
 *
 * @throws the client's error when the code fits none of them
 */
export async function enterAppCode(client: SupabaseClient, code: string): Promise<void> {
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw error
  let refusal: unknown = new MemberProblem('appCodeWrong')
  for (const { id } of data.totp) {
    const answer = await client.auth.mfa.challengeAndVerify({ factorId: id, code })
    if (!answer.error) return
    refusal = answer.error
    if (answer.error.code !== 'mfa_verification_failed') break
  }
  throw refusal
}
