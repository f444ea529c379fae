import { hash } from 'node:crypto'
import { type OfferTerms, termNames } from './offer'

/**
 * Computes a fingerprint of all terms. A page sends the version that it showed, so that a buyer is charged only
 * under those terms. The function has its own file because the Studio imports `offer.ts` and has no `node:crypto`.
 */
export function computeTermsVersion(terms: OfferTerms): string {
  return hash('sha256', JSON.stringify(termNames.map((name) => terms[name] ?? null))).slice(0, 24)
}
