import { readPublishedOffer } from '@/lib/membership/offer/publishedOffer'

/** Fetches the terms version that a checkout accepts; undefined when it cannot be read, or nothing can be sold. */
export function fetchPublishedTermsVersion(): Promise<string | undefined> {
  return readPublishedOffer().then(
    ({ version }) => version,
    () => undefined,
  )
}
