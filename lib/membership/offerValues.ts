import { stegaClean } from '@sanity/client/stega'
import { formatMoney } from '@/lib/content/format'

/** The numbers of an offer, amounts in cents of its currency. */
export type OfferNumbers = {
  currency?: string | null
  introPrice?: number | null
  introMonths?: number | null
  regularPrice?: number | null
  values?: readonly ({ amount?: number | null } | null)[] | null
}

/**
 * What the offer is worth: the sum of its values. It is computed and never typed by anybody.
 *
 * @returns cents
 */
export function totalValue(offer: OfferNumbers): number {
  const values = Array.isArray(offer.values) ? offer.values : []
  return values.reduce((sum, item) => sum + (amountOf(item?.amount) ?? 0), 0)
}

/**
 * The value of every placeholder that the offer's texts may use, formatted. What the offer does not have
 * is left out.
 */
export function offerValues(offer: OfferNumbers | null | undefined): Record<string, string> {
  if (!offer) return {}
  const total = totalValue(offer)
  const months = amountOf(offer.introMonths)
  const values = {
    introPrice: offerMoney(offer.introPrice, offer),
    introMonths: months === null ? '' : String(months),
    regularPrice: offerMoney(offer.regularPrice, offer),
    total: total > 0 ? offerMoney(total, offer) : '',
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/**
 * Formats an amount in the offer's currency.
 *
 * @param amount - cents
 * @returns the amount, or an empty string when it cannot be a price
 */
export function offerMoney(amount: number | null | undefined, offer: { currency?: string | null }): string {
  const cents = amountOf(amount)
  return cents === null ? '' : formatMoney(cents, stegaClean(offer.currency))
}

/** A whole number that is not negative; anything else cannot be a price or a number of months. */
export function amountOf(amount: unknown): number | null {
  return Number.isSafeInteger(amount) && Number(amount) >= 0 ? Number(amount) : null
}
