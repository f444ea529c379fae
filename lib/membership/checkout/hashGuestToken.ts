import { hash } from 'node:crypto'

/**
 * Hashes a guest token (`getGuestToken`) for the metadata of a Checkout session, so that Stripe never receives the
 * token itself.
 */
export function hashGuestToken(guestToken: string): string {
  return hash('sha256', guestToken)
}
