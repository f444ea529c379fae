import type { SupabaseClient } from '@supabase/supabase-js'
import { MemberProblem } from './problems'

type Answer = { error: { code?: string | undefined } | null }

/**
 * Gives an answer of the account service's client back.
 *
 * @throws the error in it, if there is one
 */
export function unlessWrong<Given extends Answer>(answer: Given): Given {
  if (answer.error) throw answer.error
  return answer
}

/** The same for a code that was typed: the service says the same of it as of a link that is too old. */
export function unlessCodeWrong<Given extends Answer>(answer: Given): Given {
  if (answer.error?.code === 'otp_expired') throw new MemberProblem('codeWrong')
  return unlessWrong(answer)
}

/**
 * Asks the account service for something that needs a session. Where the clock of this computer is wrong, a token may
 * look good and be too old; then it is renewed, and the question is asked once more.
 *
 * @throws the error in the answer, if there is one
 */
export async function asMember<Given extends Answer>(
  client: SupabaseClient,
  ask: () => Promise<Given>,
): Promise<Given> {
  const answer = await ask()
  if (answer.error?.code !== 'bad_jwt') return unlessWrong(answer)
  unlessWrong(await client.auth.refreshSession())
  return unlessWrong(await ask())
}
