import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** An id in Stripe's form: a prefix that names the kind, and letters and digits that nobody guesses. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomText(length)}`
}
