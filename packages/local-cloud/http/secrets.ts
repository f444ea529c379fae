import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares two secrets in constant time. */
export function isSameSecret(expected: string, actual: string): boolean {
  return timingSafeEqual(digest(expected), digest(actual))
}
