import { createHmac } from 'node:crypto'

/** Hashes an email or an account's id in lower case with a key, so that it can be recognized but not revealed. */
export type IdentityHash = (identity: string) => string

/**
 * Creates the hash function for emails and ids.
 *
 * @param secret - EMAIL_HASH_SECRET; a changed secret invalidates all stored hashes
 */
export function createIdentityHash(secret: string): IdentityHash {
  return (identity) => createHmac('sha256', secret).update(identity.trim().toLowerCase()).digest('hex')
}
