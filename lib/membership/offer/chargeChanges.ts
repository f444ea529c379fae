import { formatMoney } from '@/lib/content/format'
import type { OfferFields } from '@/lib/content/offerTypes'
import { parseAmount } from '@/lib/content/offerValues'
import { offerRules } from './offerRules'

/** Something that members are charged by, as it is sold now and as publishing would have it. */
export type ChargeChange = {
  name: 'introPrice' | 'introMonths' | 'regularPrice'
  /** The title for editors. */
  title: string
  /** Cents, or months; null where nothing was published before. */
  before: number | null
  after: number
  isChanged: boolean
  /** So much more or less than before that it may be a slip: it is typed again. */
  isLarge: boolean
}

const names = ['introPrice', 'introMonths', 'regularPrice'] as const

/** From which part of the amount on a change is a large one. */
const largeFrom = 0.2

/** How many invoices a change of the introductory months is judged by: no introduction is longer. */
const judgedMonths = offerRules.introMonths.max

/**
 * Compares what new members are charged now with what they would be charged.
 *
 * @param published - the offer as it is sold now, if it is
 * @param draft - the offer as it would be sold
 */
export function chargeChanges(
  published: OfferFields | null | undefined,
  draft: OfferFields | null | undefined,
): ChargeChange[] {
  const currencyChanges = published?.currency !== draft?.currency
  const [invoicedNow, invoicedThen] = [published, draft].map(sumInvoices)
  return names.flatMap((name) => {
    const before = parseAmount(published?.[name])
    const after = parseAmount(draft?.[name])
    if (after === null) return []
    const isChanged = after !== before || currencyChanges
    const isLarge =
      before !== null &&
      (name === 'introMonths'
        ? after !== before && isLargeDifference(invoicedNow, invoicedThen)
        : isLargeDifference(before, after))
    return [{ name, title: offerRules[name].title, before, after, isChanged, isLarge }]
  })
}

function isLargeDifference(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && Math.abs(after - before) > before * largeFrom
}

/** The sum of a member's first invoices, in cents. */
function sumInvoices(offer: OfferFields | null | undefined): number | undefined {
  const [introPrice, introMonths, regularPrice] = names.map((name) => parseAmount(offer?.[name]))
  if (introPrice == null || introMonths == null || regularPrice == null) return undefined
  const introduced = Math.min(introMonths, judgedMonths)
  return introduced * introPrice + (judgedMonths - introduced) * regularPrice
}

/**
 * A charge as editors read it: “$997”, or a number of months.
 *
 * @param value - cents, or months
 */
export function chargeText(name: ChargeChange['name'], value: number, currency: string): string {
  return name === 'introMonths' ? String(value) : formatMoney(value, currency)
}
