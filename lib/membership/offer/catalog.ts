import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import { getErrorCode } from '@/lib/errorCode'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { introCouponPrefix, membershipProductId } from '../membershipProduct'
import { hasFields, isMissing } from '../stripe'
import { computeIntroDiscount, type OfferTerms } from './offer'

/** The ids of the price and the coupon for Checkout; `coupon` is null without an introductory discount. */
export type CatalogEntry = { price: string; coupon: string | null }

/**
 * Finds or creates an offer's product, price and coupon in Stripe. Safe to repeat, even concurrently.
 * Prices are immutable, so changed terms get a new price, and members retain theirs.
 *
 * @throws RequestProblem 503 `offer_mismatch` when Stripe has a different coupon under the expected id
 */
export async function ensureCatalog(stripe: Stripe, terms: OfferTerms): Promise<CatalogEntry> {
  await ensureProduct(stripe, terms.name)
  const [price, coupon] = await Promise.all([ensurePrice(stripe, terms), ensureCoupon(stripe, terms)])
  return { price, coupon }
}

/**
 * Prepares Stripe for selling the published offer. A failure is only logged, with any invalid field, because every
 * checkout repeats this step and refuses to sell an offer that Stripe does not match.
 */
export async function syncPublishedOffer(billing: Pick<Billing, 'stripe' | 'offer'>): Promise<void> {
  try {
    await ensureCatalog(billing.stripe, (await billing.offer()).terms)
  } catch (error) {
    const reason = error instanceof RequestProblem ? error.cause : error
    log.error('billing', 'offer: synchronization with Stripe failed; the next checkout retries it', reason)
  }
}

async function ensureProduct(stripe: Stripe, name: string): Promise<void> {
  const product = await findOrCreate(
    () => stripe.products.retrieve(membershipProductId),
    () => stripe.products.create({ id: membershipProductId, name }),
  )
  if (product.name !== name || !product.active)
    await stripe.products.update(membershipProductId, { name, active: true })
}

/**
 * Finds or creates an object with a fixed id, so that concurrent calls create only one. It uses no idempotency key,
 * since an error that Stripe stores for a key would block every purchase for a day.
 */
async function findOrCreate<StripeObject>(
  find: () => Promise<StripeObject>,
  create: () => Promise<StripeObject>,
): Promise<StripeObject> {
  return find().catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return create().catch((creationError: unknown) => {
      if (getErrorCode(creationError) !== 'resource_already_exists') throw creationError
      return find()
    })
  })
}

/** Finds or creates the offer's price. Concurrent calls may create two identical prices; later calls use the newest. */
async function ensurePrice(stripe: Stripe, { currency, regularPrice }: OfferTerms): Promise<string> {
  const fields = { currency, unit_amount: regularPrice, recurring: { interval: 'month' } } as const
  const monthly = { ...fields, recurring: { interval: 'month', interval_count: 1 } }
  for await (const price of stripe.prices.list({ product: membershipProductId, active: true, limit: 100 }))
    if (hasFields(price, monthly)) return price.id
  return (await stripe.prices.create({ product: membershipProductId, ...fields })).id
}

async function ensureCoupon(stripe: Stripe, terms: OfferTerms): Promise<string | null> {
  const amount = computeIntroDiscount(terms)
  if (amount === 0) return null
  const { currency, introMonths } = terms
  const id = `${introCouponPrefix}${currency}-${amount}-${introMonths}m`
  const duration = { duration: 'repeating', duration_in_months: introMonths } as const
  const fields = { amount_off: amount, currency, ...duration }
  // Stripe's limit for a coupon's name is 40 characters.
  const name = (terms.packageName || terms.name).slice(0, 40)
  const coupon = await findOrCreate(
    () => stripe.coupons.retrieve(id),
    () => stripe.coupons.create({ id, name, ...fields }),
  )
  if (!hasFields(coupon, { ...fields, valid: true })) throw createMismatchProblem(`coupon ${id}`)
  if (coupon.name !== name) await stripe.coupons.update(id, { name })
  return id
}

/** Creates the error for a Stripe object that doesn't match the offer. */
export function createMismatchProblem(mismatch: string): RequestProblem {
  return new RequestProblem(503, 'offer_mismatch', {
    cause: `Stripe and the published offer disagree: ${mismatch}. Nothing is sold until they agree.`,
  })
}
