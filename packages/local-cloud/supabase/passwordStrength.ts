import type { AuthConfig } from './config.ts'
import { AuthError, invalid } from './errors.ts'

const maxBytes = 72

/** A few leaked passwords, in lower case. The hosted service queries Have I Been Pwned instead. */
const leakedPasswords = new Set(
  '12345678 123456789 1234567890 password password1 password123 passw0rd qwerty123 qwertyuiop 1q2w3e4r5t letmein1'.split(
    ' ',
  ),
)

/**
 * For a weak password, throws a 422 AuthError with `weak_password.reasons` and the hosted service's message. For a
 * password that is too long, throws a 400 AuthError.
 */
export function requireStrongPassword(password: string, config: AuthConfig): void {
  const { passwordMinLength, passwordCharacters } = config
  const lengthBytes = Buffer.byteLength(password)
  if (lengthBytes > maxBytes) throw invalid(`Password cannot be longer than ${maxBytes} characters`)
  const weaknesses: Record<string, string> = {}
  if (lengthBytes < passwordMinLength) {
    weaknesses.length = `Password should be at least ${passwordMinLength} characters.`
  }
  if (passwordCharacters.some((set) => !Array.from(set).some((character) => password.includes(character)))) {
    const sets = passwordCharacters.join(', ')
    weaknesses.characters = `Password should contain at least one character of each: ${sets}.`
  }
  if (config.leakedPasswords && leakedPasswords.has(password.toLowerCase())) {
    weaknesses.pwned = 'Password is known to be weak and easy to guess, please choose a different one.'
  }
  const reasons = Object.keys(weaknesses)
  if (reasons.length === 0) return
  const message = Object.values(weaknesses).join(' ')
  throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } })
}
