import { readTerms } from '@/lib/membership/offer/offer'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'

/** Returns the terms version of an offer; undefined when it cannot be sold. */
export function getOfferTermsVersion(offer: object | undefined): string | undefined {
  const { terms } = readTerms(offer)
  return terms && computeTermsVersion(terms)
}
