import { createHmac } from 'node:crypto'

/** Hashes an email or a card's fingerprint with a key, so that it can be recognized but not revealed. */
export type IdentityHash = (email: string) => string

/**
 * Creates the hash function for emails and cards.
 *
 * @param secret - EMAIL_HASH_SECRET; a changed secret invalidates all stored hashes
 */
export function createIdentityHash(secret: string): IdentityHash {
  return (email) => createHmac('sha256', secret).update(email.trim().toLowerCase()).digest('hex')
}
