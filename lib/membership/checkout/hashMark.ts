import { hash } from 'node:crypto'

/** The hash of a random mark, as the metadata of a Checkout session stores it: Stripe never has the mark. */
export function hashMark(mark: string): string {
  return hash('sha256', mark)
}
