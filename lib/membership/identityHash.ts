import { createHmac } from 'node:crypto'

/**
 * Creates the function that hashes an email or an account's id in lower case with a key, so that it can be recognized but
 * not revealed.
 *
 * @param secret - EMAIL_HASH_SECRET; a changed secret invalidates all stored hashes
 */
export function createIdentityHash(secret: string): (identity: string) => string {
  return (identity) => createHmac('sha256', secret).update(identity.trim().toLowerCase()).digest('hex')
}
