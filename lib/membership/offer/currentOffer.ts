import { getProperty } from '@/lib/errorCode'

/** The current offer, as create-checkout returns it to a page that shows an older one. */
export type CurrentOffer = {
  /** The version of the terms. */
  version: string
  /** The terms as text: with the introductory price, and for buyers who have used it. */
  renewal_terms: string
  regular_terms: string
}

/**
 * Parses the current offer from the details of a refusal.
 *
 * @returns undefined unless it is complete: a buyer can only agree to terms that are shown
 */
export function parseCurrentOffer(details: unknown): CurrentOffer | undefined {
  const offer = getProperty(details, 'offer')
  const text = (name: keyof CurrentOffer) => String(getProperty(offer, name) ?? '')
  const current = {
    version: text('version'),
    renewal_terms: text('renewal_terms'),
    regular_terms: text('regular_terms'),
  }
  return Object.values(current).every(Boolean) ? current : undefined
}
