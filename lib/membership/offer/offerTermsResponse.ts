import { getProperty } from '@/lib/errorCode'

/** The current terms, which create-checkout returns to a page that shows outdated ones. */
export type OfferTermsResponse = {
  version: string
  /** The formatted terms: with the introductory price, and for buyers who have used it. */
  renewal_terms: string
  regular_terms: string
}

/**
 * Parses the current terms from the details of an error response.
 *
 * @returns undefined unless they are complete, since a buyer can only agree to terms that are shown
 */
export function parseOfferTermsResponse(details: unknown): OfferTermsResponse | undefined {
  const offer = getProperty(details, 'offer')
  const readText = (name: keyof OfferTermsResponse) => String(getProperty(offer, name) ?? '')
  const [version, renewal_terms] = [readText('version'), readText('renewal_terms')]
  const regular_terms = readText('regular_terms')
  return version && renewal_terms && regular_terms ? { version, renewal_terms, regular_terms } : undefined
}
