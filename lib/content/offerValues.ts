import { stegaClean } from '@sanity/client/stega'
import { formatMoney } from './format'
import { noticeLeadDays } from './noticeLead'
import type { OfferNumbers } from './offerTypes'

/** Quantities that an inclusion may count, with their titles for editors. */
export const countableNames = { hours: 'Studio hours', clips: 'Clips', cameras: 'Cameras' }

/** The offer placeholders that every text of the site can use, with their titles for editors. */
export const offerPlaceholders = {
  ...countableNames,
  months: 'Introductory months',
  introPrice: 'Introductory price',
  regularPrice: 'Regular price',
  totalValue: 'Total of the values',
  noticeDays: 'Days from notice to price change',
}

const placeholder = new RegExp(`\\{(${Object.keys(offerPlaceholders).join('|')})\\}`, 'g')

/**
 * Computes the total of the offer's values.
 *
 * @returns cents
 */
export function totalValue(offer: OfferNumbers): number {
  const values = Array.isArray(offer.values) ? offer.values : []
  return values.reduce((sum, item) => sum + (parseAmount(item?.amount) ?? 0), 0)
}

/**
 * Returns the formatted value of each of the {@link offerPlaceholders}, without those that the offer does not have.
 */
export function offerValues(offer: OfferNumbers | null | undefined): Record<string, string> {
  const noticeDays = String(noticeLeadDays.fee_change)
  if (!offer) return { noticeDays }
  const total = totalValue(offer)
  const values = {
    ...Object.fromEntries(Object.keys(countableNames).map((name) => [name, getCount(name, offer)])),
    months: String(parseAmount(offer.introMonths) ?? ''),
    introPrice: offerMoney(offer.introPrice, offer),
    regularPrice: offerMoney(offer.regularPrice, offer),
    totalValue: total > 0 ? offerMoney(total, offer) : '',
    noticeDays,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Returns the quantity of an inclusion as text; empty when no inclusion counts it. */
function getCount(name: string, { inclusions }: OfferNumbers): string {
  const items = Array.isArray(inclusions) ? inclusions : []
  const inclusion = items.find((item) => stegaClean(item?.counts) === name)
  return String(parseAmount(inclusion?.quantity) ?? '')
}

/**
 * Fields whose price placeholders stay in query results. The site fills them in when it renders them, with their own
 * style, or checks them first, since it sells only on terms that name the prices.
 */
const ownPrices: ReadonlySet<string> = new Set(['priceLine', 'shortTerms', 'renewalTerms', 'regularTerms'])
const priceNames: ReadonlySet<string> = new Set(['months', 'introPrice', 'regularPrice'])

/**
 * Fills the {@link offerPlaceholders} in every text of a piece of content, Portable Text included. Other placeholders
 * stay, such as `{email}`. A value that the offer does not have becomes an empty text.
 *
 * @param values - see {@link offerValues}
 */
export function fillOfferValues<Content>(content: Content, values: Record<string, string>): Content
export function fillOfferValues(content: unknown, values: Record<string, string>): unknown {
  return fillField('', content, values)
}

function fillField(field: string, content: unknown, values: Record<string, string>): unknown {
  if (typeof content === 'string') {
    return content.replace(placeholder, (whole, name: string) =>
      ownPrices.has(field) && priceNames.has(name) ? whole : (values[name] ?? ''),
    )
  }
  if (Array.isArray(content)) return content.map((item) => fillField('', item, values))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, fillField(name, value, values)]),
  )
}

/**
 * Fills in the offer placeholders of content. Every function that reads content calls it.
 *
 * @param read - reads the offer's numbers, with `offerNumbersQuery`; called only for content with placeholders
 */
export async function withOfferValues<Content>(
  content: Content,
  read: () => Promise<OfferNumbers | null>,
): Promise<Content> {
  if (!JSON.stringify(content ?? null).match(placeholder)) return content
  return fillOfferValues(content, offerValues(await read()))
}

/**
 * Formats an amount in the offer's currency.
 *
 * @param amount - cents
 * @returns the amount, or an empty string when it cannot be a price
 */
export function offerMoney(amount: number | null | undefined, offer: { currency?: string | null }): string {
  const cents = parseAmount(amount)
  return cents === null ? '' : formatMoney(cents, stegaClean(offer.currency))
}

/** Parses a price or a number of months; null unless it is a whole number of 0 or more. */
export function parseAmount(amount: unknown): number | null {
  return Number.isSafeInteger(amount) && Number(amount) >= 0 ? Number(amount) : null
}
