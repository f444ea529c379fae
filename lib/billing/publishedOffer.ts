import 'server-only'
import { defineQuery } from 'groq'
import { z } from 'zod'
import { client } from '@/lib/content/client'
import { RequestProblem } from '@/lib/requestProblem'
import { type OfferTerms, termsOf, termsVersion } from './offer'

/** The offer that is published now. */
export type PublishedOffer = {
  terms: OfferTerms
  version: string
  /** Revisions in the content lake of the offer and of the terms of service. */
  revision: string
  legalRevision: string
}

const offerTermsQuery = defineQuery(`{
  "offer": *[_id == "offer"][0]{ _rev, name, packageName, currency, introPrice, introMonths, regularPrice, renewalTerms, regularTerms },
  "legal": *[_id == "legalPage-terms"][0]._rev
}`)

const answerSchema = z.object({
  offer: z.looseObject({ _rev: z.string() }).nullable(),
  legal: z.string().nullish(),
})

/**
 * Reads the published offer from the content lake, past every cache: what is charged is what is published.
 *
 * @throws RequestProblem 503 `offer_unavailable` when the lake does not answer or the offer cannot be sold
 */
export async function readPublishedOffer(): Promise<PublishedOffer> {
  const answer = await client
    .fetch<unknown>(offerTermsQuery, {}, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    .catch((cause: unknown) => {
      throw new RequestProblem(503, 'offer_unavailable', { cause })
    })
  const { offer, legal } = answerSchema.parse(answer)
  const terms = termsOf(offer)
  if (!offer || !terms) {
    throw new RequestProblem(503, 'offer_unavailable', { cause: 'The published offer is incomplete.' })
  }
  return { terms, version: termsVersion(terms), revision: offer._rev, legalRevision: legal ?? '' }
}
