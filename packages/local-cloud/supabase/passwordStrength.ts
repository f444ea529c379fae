import type { AuthConfig } from './config.ts'
import { AuthError, invalid } from './errors.ts'
import { LEAKED_PASSWORDS } from './leakedPasswords.ts'

const maxBytes = 72

/**
 * The weaknesses of a password, with the hosted service's message. Undefined for a strong password. Throws a 400
 * AuthError for a password that is too long.
 */
function findWeaknesses(
  password: string,
  config: AuthConfig,
): { message: string; reasons: string[] } | undefined {
  if (Buffer.byteLength(password) > maxBytes) {
    throw invalid(`Password cannot be longer than ${maxBytes} characters`)
  }
  const weaknesses: [reason: string, message: string][] = []
  if (Buffer.byteLength(password) < config.passwordMinLength) {
    weaknesses.push(['length', `Password should be at least ${config.passwordMinLength} characters.`])
  }
  const sets = config.passwordCharacters
  if (sets.some((set) => !Array.from(set).some((character) => password.includes(character)))) {
    weaknesses.push([
      'characters',
      `Password should contain at least one character of each: ${sets.join(', ')}.`,
    ])
  }
  if (config.leakedPasswords && LEAKED_PASSWORDS.has(password.toLowerCase())) {
    weaknesses.push([
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ])
  }
  if (weaknesses.length === 0) return undefined
  return {
    message: weaknesses.map(([, message]) => message).join(' '),
    reasons: weaknesses.map(([reason]) => reason),
  }
}

/** Throws a 422 AuthError with `weak_password.reasons` for a weak password. */
export function requireStrongPassword(password: string, config: AuthConfig): void {
  const weaknesses = findWeaknesses(password, config)
  if (!weaknesses) return
  throw new AuthError(422, 'weak_password', weaknesses.message, {
    weak_password: { reasons: weaknesses.reasons },
  })
}
