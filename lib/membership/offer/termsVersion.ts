import { createHash } from 'node:crypto'
import { type OfferTerms, termNames } from './offer'

/**
 * A fingerprint of everything that a buyer agrees to. A page sends the version that it showed, so that no buyer is
 * charged on other terms. It has its own file since the Studio reads terms too, where there is no `node:crypto`.
 */
export function computeTermsVersion(terms: OfferTerms): string {
  return createHash('sha256')
    .update(JSON.stringify(termNames.map((name) => terms[name] ?? null)))
    .digest('hex')
    .slice(0, 24)
}
