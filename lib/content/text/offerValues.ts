import { stegaClean } from '@sanity/client/stega'
import { formatMoney } from './format'
import type { OfferNumbers } from './offerTypes'

/**
 * How many days before a charge, or a membership's anniversary, a notice is due. California requires the notice 3
 * to 21 days before the end of an introductory price (Cal. Bus. & Prof. Code § 17602(b)(1)), 7 to 30 days before a
 * change of fees (§ 17602(g)(2)), and once a year (§ 17602(h)); Visa requires 7 days before the first charge after an
 * introductory price. In the terms, the placeholder {noticeDays} stands for `feeChange`.
 */
export const noticeLeadDays = { introEnd: 14, feeChange: 30, yearly: 14 } as const

/** Quantities that an inclusion may count, with their titles for editors. */
export const countableNames = { hours: 'Studio hours', clips: 'Clips', cameras: 'Cameras' }

/** The offer placeholders that any string on the site can use, with their titles for editors. */
export const offerPlaceholders = {
  ...countableNames,
  months: 'Introductory months',
  introPrice: 'Introductory price',
  regularPrice: 'Regular price',
  totalValue: 'Total of the values',
  noticeDays: 'Days from notice to price change',
}

const placeholderPattern = new RegExp(`\\{(${Object.keys(offerPlaceholders).join('|')})\\}`, 'g')

/** Computes the total of the offer's values, in the currency's smallest unit. */
export function computeTotalValue(offer: OfferNumbers): number {
  const values = Array.isArray(offer.values) ? offer.values : []
  return values.reduce((sum, value) => sum + (parseAmount(value?.amount) ?? 0), 0)
}

/**
 * Formats the value of each of the {@link offerPlaceholders}, omitting those for which the offer has no value.
 */
export function formatOfferValues(offer: OfferNumbers | null | undefined): Record<string, string> {
  const noticeDays = String(noticeLeadDays.feeChange)
  if (!offer) return { noticeDays }
  const total = computeTotalValue(offer)
  const values = {
    ...Object.fromEntries(Object.keys(countableNames).map((name) => [name, getCount(name, offer)])),
    months: String(parseAmount(offer.introMonths) ?? ''),
    introPrice: formatOfferMoney(offer.introPrice, offer),
    regularPrice: formatOfferMoney(offer.regularPrice, offer),
    totalValue: total > 0 ? formatOfferMoney(total, offer) : '',
    noticeDays,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Returns the quantity of the inclusion that counts `name`, as a string; empty if there is none. */
function getCount(name: string, { inclusions }: OfferNumbers): string {
  const items = Array.isArray(inclusions) ? inclusions : []
  const inclusion = items.find((candidate) => stegaClean(candidate?.counts) === name)
  return String(parseAmount(inclusion?.quantity) ?? '')
}

/**
 * Fields whose price placeholders stay in query results. The site fills them in when it renders the prices in their own
 * style, or after it has checked that the terms mention the prices.
 */
const fieldsKeepingPrices: ReadonlySet<string> = new Set([
  'priceLine',
  'formerPrice',
  'shortTerms',
  'renewalTerms',
  'regularTerms',
])
const pricePlaceholders: ReadonlySet<string> = new Set(['months', 'introPrice', 'regularPrice'])

/**
 * Fills in the {@link offerPlaceholders} in every string of the content, Portable Text included, except those for
 * prices in {@link fieldsKeepingPrices}. Other placeholders, such as `{email}`, stay. An offer placeholder without
 * a value becomes an empty string.
 */
export function fillOfferValues<Content>(content: Content, values: Record<string, string>): Content {
  return JSON.parse(JSON.stringify(content ?? null), (field, value: unknown) =>
    typeof value === 'string'
      ? value.replace(placeholderPattern, (match, name: string) =>
          fieldsKeepingPrices.has(field) && pricePlaceholders.has(name) ? match : (values[name] ?? ''),
        )
      : value,
  )
}

/**
 * Fills in the offer placeholders of content ({@link fillOfferValues}). Functions that read content for pages must call
 * this function.
 *
 * @param readOffer - reads the offer's numbers (`offerNumbersQuery`); called only for content with placeholders
 */
export async function withOfferValues<Content>(
  content: Content,
  readOffer: () => Promise<OfferNumbers | null>,
): Promise<Content> {
  if (!JSON.stringify(content ?? null).match(placeholderPattern)) return content
  return fillOfferValues(content, formatOfferValues(await readOffer()))
}

/**
 * Formats an amount in the offer's currency.
 *
 * @param amount - the amount in the currency's smallest unit
 * @returns the amount, or an empty string when it cannot be a price
 */
export function formatOfferMoney(
  amount: number | null | undefined,
  offer: { currency?: string | null },
): string {
  const cents = parseAmount(amount)
  return cents === null ? '' : formatMoney(cents, stegaClean(offer.currency))
}

/** Parses a price, a quantity or a number of months; null unless it is a whole number of 0 or more. */
export function parseAmount(amount: unknown): number | null {
  return Number.isSafeInteger(amount) && Number(amount) >= 0 ? Number(amount) : null
}
