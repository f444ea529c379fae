import { createHash } from 'node:crypto'
import type { Body } from './body.ts'
import { sameSecret } from './crypto/compare.ts'
import { invalid } from './errors.ts'
import type { Challenge, FlowState } from './store/flowStates.ts'

/** The challenge of a client that will exchange a code (RFC 7636); undefined for others. Throws a 400 when it is wrong. */
export function readChallenge(body: Body): Challenge | undefined {
  const codeChallenge = body.text('code_challenge')
  const codeChallengeMethod = body.text('code_challenge_method')
  if (codeChallenge === '' && codeChallengeMethod === '') return undefined
  if (codeChallenge === '' || codeChallengeMethod === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (codeChallenge.length < 43 || codeChallenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters')
  }
  if (!/^[\w.~-]+$/.test(codeChallenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    )
  }
  if (!['s256', 'plain'].includes(codeChallengeMethod.toLowerCase())) {
    throw invalid(`unsupported code_challenge method "${codeChallengeMethod}"`)
  }
  return { codeChallenge, codeChallengeMethod }
}

/** Whether a verifier is the one that the flow's challenge was made of. */
export function answersChallenge(state: FlowState, verifier: string): boolean {
  const hashed = createHash('sha256').update(verifier).digest('base64url')
  const made = state.code_challenge_method === 's256' ? hashed : verifier
  return sameSecret(state.code_challenge ?? '', made)
}
