import type { ProblemName } from './problems'

/** Fewest characters that a password may have; the project's own setting must not be higher (docs/operating.md). */
export const fewestCharacters = 8

/** More is refused by the account service (https://supabase.com/docs/guides/auth/password-security). Bytes. */
const mostBytes = 72

/** What a new password lacks before the account service is asked; the service may know more. */
export function passwordProblem(password: string): ProblemName | undefined {
  if (password === '') return 'passwordRequired'
  if ([...password].length < fewestCharacters) return 'passwordShort'
  return new TextEncoder().encode(password).length > mostBytes ? 'passwordLong' : undefined
}
