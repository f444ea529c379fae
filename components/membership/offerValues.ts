import { formatMoney } from '@/lib/content/format'

/** The numbers of an offer, in cents of its currency. */
export type OfferNumbers = {
  currency?: string | null
  introPrice?: number | null
  introMonths?: number | null
  regularPrice?: number | null
  values?: ({ amount?: number | null } | null)[] | null
  name?: string | null
  packageName?: string | null
}

/**
 * What the offer is worth: the sum of its values. It is computed and never typed by anybody.
 *
 * @returns cents
 */
export function totalValue(offer: OfferNumbers): number {
  const values = Array.isArray(offer.values) ? offer.values : []
  return values.reduce((sum, item) => sum + (cents(item?.amount) ?? 0), 0)
}

/**
 * The value of every placeholder that the offer's texts may use, formatted. What the offer does not have
 * is left out.
 */
export function offerValues(offer: OfferNumbers | null | undefined): Record<string, string> {
  if (!offer) return {}
  const money = (amount: number | null | undefined) => {
    const value = cents(amount)
    return value === null ? undefined : formatOfferMoney(value, offer.currency)
  }
  const total = totalValue(offer)
  const values = {
    introPrice: money(offer.introPrice),
    introMonths: cents(offer.introMonths) === null ? undefined : String(offer.introMonths),
    regularPrice: money(offer.regularPrice),
    total: total > 0 ? money(total) : undefined,
    name: offer.name ?? undefined,
    packageName: offer.packageName ?? undefined,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Formats an amount of the offer. A currency that does not exist must not take the page down.
 *
 * @param amount - cents
 * @returns the amount, or undefined when it cannot be shown truthfully
 */
export function formatOfferMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
): string | undefined {
  if (cents(amount) === null || typeof amount !== 'number') return undefined
  try {
    return formatMoney(amount, currency)
  } catch {
    return undefined
  }
}

function cents(amount: unknown): number | null {
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : null
}
