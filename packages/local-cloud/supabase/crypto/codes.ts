import { createHash, randomInt } from 'node:crypto'

const LOWER_ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** The hash of a one-time code, for storage and links: SHA-224 of the email and the code, in hexadecimal. */
export function hashCode(email: string, code: string): string {
  return createHash('sha224').update(`${email}${code}`).digest('hex')
}

/** Creates a six-digit one-time code for an email. Returns the code and its hash. */
export function createCode(email: string): { code: string; tokenHash: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return { code, tokenHash: hashCode(email, code) }
}

/** A new refresh token in the hosted service's format: 12 random letters and digits. */
export function createRefreshToken(): string {
  return Array.from({ length: 12 }, () => LOWER_ALPHANUMERIC[randomInt(LOWER_ALPHANUMERIC.length)]).join('')
}
