import { readPublishedOffer } from '@/lib/membership/offer/publishedOffer'

/** Returns the terms version that a checkout accepts; undefined when nothing can be sold. */
export function fetchCheckoutVersion(): Promise<string | undefined> {
  return readPublishedOffer().then(
    ({ version }) => version,
    () => undefined,
  )
}
