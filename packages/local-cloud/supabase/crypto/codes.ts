import { createHash, randomInt } from 'node:crypto'

const LOWER_ALPHANUMERIC = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** A one-time code of six digits, leading zeros included. */
export function oneTimeCode(): string {
  return Array.from({ length: 6 }, () => randomInt(10)).join('')
}

/** How a one-time code is stored and named in links: sha224 of address and code, in hexadecimal. */
export function codeHash(address: string, code: string): string {
  return createHash('sha224').update(`${address}${code}`).digest('hex')
}

/** A refresh token as the hosted service makes them: 12 random letters and digits. */
export function refreshToken(): string {
  return Array.from({ length: 12 }, () => LOWER_ALPHANUMERIC[randomInt(LOWER_ALPHANUMERIC.length)]).join('')
}
