import { log } from '@/lib/log'
import 'server-only'
import { defineQuery } from 'groq'
import { z } from 'zod'
import { RequestProblem } from '@/lib/api/problem'
import { client } from '@/lib/content/client'
import { countFields, termFields } from '@/lib/content/fragments'
import { capToDeadline, withDeadline } from '@/lib/deadline'
import type { Billing } from '../context'
import { ensureCatalogue } from './catalogue'
import { type OfferTerms, readTerms } from './offer'
import { recordOfferChange } from './offerChanges'
import { termsVersion } from './termsVersion'

/** The published offer. */
export type PublishedOffer = {
  terms: OfferTerms
  version: string
  /** Revisions in the content lake of the offer and of the terms of service. */
  revision: string
  legalRevision: string
  /** The text of the consent box in Checkout, with `{page}` and `{terms}`; null for Stripe's own text. */
  consent: string | null
  /** When that revision of the offer was published. */
  publishedAt: Date
}

const offerTermsQuery = defineQuery(`{
  "offer": *[_id == "offer"][0]{ _rev, _updatedAt, ${termFields}, ${countFields} },
  "legal": *[_id == "legalPage-terms"][0]._rev,
  "consent": *[_id == "messages"][0].purchases.consent
}`)

const responseSchema = z.object({
  offer: z.looseObject({ _rev: z.string(), _updatedAt: z.coerce.date() }).nullable(),
  legal: z.string().nullish(),
  consent: z.string().nullish(),
})

/**
 * Reads the published offer from the Content Lake without a cache, since its price is charged.
 *
 * @throws RequestProblem 503 `offer_unavailable` when the Content Lake does not respond or the offer cannot be sold
 */
export async function readPublishedOffer(): Promise<PublishedOffer> {
  const response = await client
    .fetch<unknown>(
      offerTermsQuery,
      {},
      { cache: 'no-store', signal: AbortSignal.timeout(capToDeadline(5000)) },
    )
    .catch((cause: unknown) => {
      throw new RequestProblem(503, 'offer_unavailable', { cause })
    })
  const { offer, legal, consent } = responseSchema.parse(response)
  const { terms, problem } = readTerms(offer)
  if (!offer || !terms) {
    throw new RequestProblem(503, 'offer_unavailable', { cause: `The offer cannot be sold: ${problem}` })
  }
  return {
    terms,
    version: termsVersion(terms),
    revision: offer._rev,
    legalRevision: legal ?? '',
    consent: consent ?? null,
    publishedAt: offer._updatedAt,
  }
}

/** The time limit after the webhook's response. Milliseconds. */
const syncMs = 20_000

/**
 * Prepares Stripe for selling the published offer, and records its change. A failure is only logged, with the field
 * that causes it: every checkout repeats both, and refuses to sell a mismatch.
 */
export async function syncPublishedOffer(
  billing: Pick<Billing, 'stripe' | 'database' | 'offer' | 'offerAuthor'>,
): Promise<void> {
  try {
    await withDeadline(syncMs, async () => {
      const offer = await billing.offer()
      const { price } = await ensureCatalogue(billing.stripe, offer.terms)
      await recordOfferChange(billing, offer, price)
    })
  } catch (error) {
    const reason = error instanceof RequestProblem ? error.cause : error
    log.error('billing', 'offer: synchronization with Stripe failed; the next checkout retries it', reason)
  }
}
