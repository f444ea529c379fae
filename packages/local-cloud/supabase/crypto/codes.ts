import { createHash, randomInt } from 'node:crypto'

const LOWER_ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A new one-time code of six digits. */
export function createOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** The hash of a one-time code for storage and links: sha224 of email and code, in hexadecimal. */
export function hashCode(email: string, code: string): string {
  return createHash('sha224').update(`${email}${code}`).digest('hex')
}

/** A new refresh token in the hosted service's form: 12 random letters and digits. */
export function createRefreshToken(): string {
  return Array.from({ length: 12 }, () => LOWER_ALPHANUMERIC[randomInt(LOWER_ALPHANUMERIC.length)]).join('')
}
