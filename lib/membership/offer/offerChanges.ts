import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { ensureCatalog } from './catalog'
import type { PublishedOffer } from './publishedOffer'

type LatestChange = { revision: string; version: string; publishedAt: Date }

/**
 * The maximum number of attempts to insert: after a concurrent insert, the latest row is read again. After the last
 * attempt, the change stays unrecorded until the next call.
 */
const maxAttempts = 5

/**
 * Records a change of the terms: when they were published, by whom, in which revision, the terms before and after,
 * and their price at Stripe. Terms that equal the latest recorded ones, or were published earlier, are not recorded,
 * even with concurrent calls.
 *
 * @param price - the id of the price in Stripe
 * @throws errors from Postgres
 */
export async function recordOfferChange(
  { database, offerAuthor }: Pick<Billing, 'database' | 'offerAuthor'>,
  offer: PublishedOffer,
  price: string,
): Promise<void> {
  let author: string | null | undefined
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const [latest] = await database.sql<LatestChange>(
      `select revision, terms_version as version, published_at as "publishedAt" from offer_changes
        order by published_at desc limit 1`,
    )
    if (latest && (latest.version === offer.version || latest.publishedAt >= offer.publishedAt)) return
    if (author === undefined) author = await findAuthor(offerAuthor, offer.revision)
    const written = await database.sql(
      `insert into offer_changes
         (revision, follows, terms_version, published_at, author, old_terms, new_terms, stripe_price)
       values ($1, $2, $3, $4, $5, (select new_terms from offer_changes where revision = $2), $6, $7)
       on conflict do nothing returning revision`,
      [
        offer.revision,
        latest?.revision ?? null,
        offer.version,
        offer.publishedAt,
        author,
        JSON.stringify(offer.terms),
        price,
      ],
    )
    if (written.length > 0) return
  }
}

async function findAuthor(fetchAuthor: Billing['offerAuthor'], revision: string): Promise<string | null> {
  return fetchAuthor(revision).catch((error: unknown) => {
    log.warn('billing', 'offer: reading its author failed; the change is recorded without one', error)
    return null
  })
}

/**
 * Prepares Stripe for selling the published offer, and records its change. A failure is only logged, with the invalid
 * field: every checkout repeats both steps, and refuses to sell a mismatch.
 */
export async function syncPublishedOffer(
  billing: Pick<Billing, 'stripe' | 'database' | 'offer' | 'offerAuthor'>,
): Promise<void> {
  try {
    const offer = await billing.offer()
    const { price } = await ensureCatalog(billing.stripe, offer.terms)
    await recordOfferChange(billing, offer, price)
  } catch (error) {
    const reason = error instanceof RequestProblem ? error.cause : error
    log.error('billing', 'offer: synchronization with Stripe failed; the next checkout retries it', reason)
  }
}
