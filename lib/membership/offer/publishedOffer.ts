import 'server-only'
import { defineQuery } from 'groq'
import { RequestProblem } from '@/lib/api/problem'
import { client } from '@/lib/content/reading/client'
import { countFields, termFields } from '@/lib/content/reading/fragments'
import { mergeMessages } from '@/lib/content/reading/messages'
import { readTerms } from './offer'
import { computeTermsVersion } from './termsVersion'

/** The currently published offer's valid terms, with their version and revisions. */
export type PublishedOffer = Awaited<ReturnType<typeof readPublishedOffer>>

const offerTermsQuery = defineQuery(`{
  "offer": *[_id == "offer"][0]{ _rev, ${termFields}, ${countFields} },
  "legal": *[_id == "legalPage-terms"][0]._rev,
  "messages": { "purchases": *[_id == "messages"][0].purchases }
}`)

/**
 * Reads the published offer from the Content Lake without a cache, because buyers are charged its price.
 *
 * @throws RequestProblem 503 `offer_unavailable` when the Content Lake does not respond or the offer cannot be sold
 */
export async function readPublishedOffer() {
  const { offer, legal, messages } = await client
    .fetch(offerTermsQuery, {}, { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    .catch((cause: unknown) => {
      throw new RequestProblem(503, 'offer_unavailable', { cause })
    })
  const { terms, problem } = readTerms(offer)
  if (!offer || !terms)
    throw new RequestProblem(503, 'offer_unavailable', { cause: `The offer cannot be sold: ${problem}` })
  const { consent, sourceQuestion } = mergeMessages(messages).purchases
  return {
    terms,
    version: computeTermsVersion(terms),
    /** The Content Lake revisions of the offer and the terms of service. */
    revision: offer._rev,
    legalRevision: legal ?? '',
    /** Checkout's consent text, with `{page}` for the URL of `/terms` and `{terms}` for the renewal terms. */
    consent,
    /** Checkout's optional question about how the buyer heard about the studio. */
    sourceQuestion,
  }
}
