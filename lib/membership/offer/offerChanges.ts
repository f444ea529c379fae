import { RequestProblem } from '@/lib/api/problem'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { ensureCatalog } from './catalog'
import type { PublishedOffer } from './publishedOffer'

const latestChange = '(select * from offer_changes order by published_at desc limit 1) latest'
/** Terms that equal the latest recorded ones, or were published earlier, are not recorded. */
const isChange = `not exists (select from ${latestChange} where terms_version = $1 or published_at >= $2)`

/**
 * Records a change to the terms once: when they were published, by whom, in which revision, the terms before and after,
 * and their price in Stripe.
 *
 * @param price - the id of the price in Stripe
 * @throws errors from Postgres
 */
export async function recordOfferChange(
  { database, offerAuthor }: Pick<Billing, 'database' | 'offerAuthor'>,
  { version, publishedAt, revision, terms }: PublishedOffer,
  price: string,
): Promise<void> {
  const changes = await database.sql(`select where ${isChange}`, [version, publishedAt])
  if (changes.length === 0) return
  const author = await offerAuthor(revision).catch((error: unknown) => {
    log.warn('billing', 'offer: reading its author failed; the change is recorded without one', error)
    return null
  })
  // Of concurrent processes, one records the change: a change has one successor.
  await database.sql(
    `insert into offer_changes
       (terms_version, published_at, revision, author, new_terms, stripe_price, follows, old_terms)
     select $1, $2::timestamptz, $3, $4, $5::jsonb, $6, latest.revision, latest.new_terms
       from (select) one left join ${latestChange} on true where ${isChange}
     on conflict do nothing`,
    [version, publishedAt, revision, author, JSON.stringify(terms), price],
  )
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
