import { AuthProblem } from './problems'

/** The timeout of the request for the list. Milliseconds. */
const timeoutMs = 5000

let passwords: Promise<Set<string>> | undefined

/**
 * Loads the list of common passwords once per page. Without a response the list is empty, since the account service
 * checks the password too; the next call tries again.
 */
export function loadCommonPasswords(): Promise<Set<string>> {
  passwords ??= fetch('/api/auth/common-passwords', { signal: AbortSignal.timeout(timeoutMs) })
    .then(async (response) => {
      if (!response.ok) throw new Error(`The list of common passwords responded ${response.status}.`)
      return new Set((await response.text()).split('\n'))
    })
    .catch(() => {
      passwords = undefined
      return new Set<string>()
    })
  return passwords
}

/** Requires a new password that is not a common one, in any case; throws an AuthProblem `passwordLeaked`. */
export async function requireUncommonPassword(password: string): Promise<void> {
  const common = await loadCommonPasswords()
  if (common.has(password.toLowerCase())) throw new AuthProblem('passwordLeaked')
}
