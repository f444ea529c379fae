import type { AuthConfig } from './config.ts'
import { AuthError, invalid } from './errors.ts'
import { LEAKED_PASSWORDS } from './leakedPasswords.ts'

const maxLength = 72

/** The weaknesses of a password, in the service's words; undefined without any. Throws a 400 AuthError for a long one. */
function findWeakness(
  password: string,
  config: AuthConfig,
): { message: string; reasons: string[] } | undefined {
  if (Buffer.byteLength(password) > maxLength) {
    throw invalid(`Password cannot be longer than ${maxLength} characters`)
  }
  const found: [reason: string, message: string][] = []
  if (Buffer.byteLength(password) < config.passwordMinLength) {
    found.push(['length', `Password should be at least ${config.passwordMinLength} characters.`])
  }
  const sets = config.passwordCharacters
  if (sets.some((set) => !Array.from(set).some((character) => password.includes(character)))) {
    found.push(['characters', `Password should contain at least one character of each: ${sets.join(', ')}.`])
  }
  if (config.leakedPasswords && LEAKED_PASSWORDS.has(password.toLowerCase())) {
    found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
  }
  if (found.length === 0) return undefined
  return { message: found.map(([, message]) => message).join(' '), reasons: found.map(([reason]) => reason) }
}

/** Throws a 422 AuthError with `weak_password.reasons` for a weak password. */
export function requireStrongPassword(password: string, config: AuthConfig): void {
  const weakness = findWeakness(password, config)
  if (!weakness) return
  throw new AuthError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}
