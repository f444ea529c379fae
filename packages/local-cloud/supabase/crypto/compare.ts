import { createHash, timingSafeEqual } from 'node:crypto'

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whether two secrets are the same, in a time that says nothing about either. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}
