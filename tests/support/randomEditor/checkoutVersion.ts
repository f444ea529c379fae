import { readPublishedOffer } from '@/lib/membership/offer/publishedOffer'

/** The version of the terms that a checkout would accept now; undefined when it would accept none. */
export function checkoutVersion(): Promise<string | undefined> {
  return readPublishedOffer().then(
    ({ version }) => version,
    () => undefined,
  )
}
