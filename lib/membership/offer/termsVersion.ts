import { createHash } from 'node:crypto'
import { type OfferTerms, termNames } from './offer'

/**
 * Computes a fingerprint of all terms. A page sends the version that it showed, so that a buyer is charged under those
 * terms only. The function has its own file, because the Studio imports `offer.ts` and has no `node:crypto`.
 */
export function computeTermsVersion(terms: OfferTerms): string {
  return createHash('sha256')
    .update(JSON.stringify(termNames.map((name) => terms[name] ?? null)))
    .digest('hex')
    .slice(0, 24)
}
