import { createHmac } from 'node:crypto'

/** Turns an e-mail address into what recognises it again, and tells nobody without the secret what it is. */
export type IdentityHash = (email: string) => string

/**
 * Makes the function with which addresses are hashed.
 *
 * @param secret - ADDRESS_HASH_SECRET; with another one, no address is recognised any more
 */
export function createIdentityHash(secret: string): IdentityHash {
  return (email) => createHmac('sha256', secret).update(email.trim().toLowerCase()).digest('hex')
}
