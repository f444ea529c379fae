import { createHmac } from 'node:crypto'

/**
 * Creates the function that lowercases an email or an account's id and hashes it with a key, so that it can be
 * recognized but not recovered.
 *
 * @param secret - EMAIL_HASH_SECRET; a changed secret invalidates all stored hashes
 */
export function createIdentityHash(secret: string): (identity: string) => string {
  return (identity) => createHmac('sha256', secret).update(identity.trim().toLowerCase()).digest('hex')
}
