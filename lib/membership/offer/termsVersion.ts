import { createHash } from 'node:crypto'
import { type OfferTerms, termNames } from './offer'

/**
 * A fingerprint of everything a buyer agrees to. A page sends the one that it showed, so that nobody is charged on
 * other terms. It has a file of its own since the Studio reads terms too, where there is no `node:crypto`.
 */
export function termsVersion(terms: OfferTerms): string {
  return createHash('sha256')
    .update(JSON.stringify(termNames.map((name) => terms[name] ?? null)))
    .digest('hex')
    .slice(0, 24)
}
