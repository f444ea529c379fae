import { readTerms } from '@/lib/membership/offer/offer'
import { termsVersion } from '@/lib/membership/offer/termsVersion'

/** The version of the terms on which an offer is sold; undefined when it cannot be. */
export function checkoutVersion(offer: object | undefined): string | undefined {
  const { terms } = readTerms(offer)
  return terms && termsVersion(terms)
}
