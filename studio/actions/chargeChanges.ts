import { formatMoney } from '@/lib/content/text/format'
import type { OfferFields } from '@/lib/content/text/offerTypes'
import { parseAmount } from '@/lib/content/text/offerValues'
import { offerRules } from '@/lib/membership/offer/offerRules'

/** A price or the number of introductory months of the offer, with its published and its new value. */
export type ChargeChange = {
  name: 'introPrice' | 'introMonths' | 'regularPrice'
  /** The title for editors. */
  title: string
  /** Cents, or months; null without a published value. */
  before: number | null
  after: number
  isChanged: boolean
  /** Whether the change is so large that it may be a typo. The editor has to retype the value. */
  isLarge: boolean
}

const chargeNames = ['introPrice', 'introMonths', 'regularPrice'] as const

/** The relative change beyond which a change is large. */
const largeChangeRatio = 0.2

/** The number of monthly invoices that are compared when the introductory months change: the most months allowed. */
const comparedMonths = offerRules.introMonths.max

/**
 * Compares the charges of the published offer with those of a draft. A charge without a valid value in the draft is
 * omitted.
 *
 * @param published - the offer that is sold now, if there is one
 * @param draft - the offer that would be sold
 */
export function compareCharges(
  published: OfferFields | null | undefined,
  draft: OfferFields | null | undefined,
): ChargeChange[] {
  const hasOtherCurrency = published?.currency !== draft?.currency
  const [publishedSum, draftSum] = [published, draft].map(sumInvoices)
  return chargeNames.flatMap((name) => {
    const before = parseAmount(published?.[name])
    const after = parseAmount(draft?.[name])
    if (after === null) return []
    const isChanged = after !== before || hasOtherCurrency
    const isLarge =
      before !== null &&
      (name === 'introMonths'
        ? after !== before && isLargeDifference(publishedSum, draftSum)
        : isLargeDifference(before, after))
    return [{ name, title: offerRules[name].title, before, after, isChanged, isLarge }]
  })
}

function isLargeDifference(before: number | undefined, after: number | undefined): boolean {
  return before !== undefined && after !== undefined && Math.abs(after - before) > before * largeChangeRatio
}

/** Sums a member's first {@link comparedMonths} invoices, in cents; undefined when a charge is missing. */
function sumInvoices(offer: OfferFields | null | undefined): number | undefined {
  const [introPrice, introMonths, regularPrice] = chargeNames.map((name) => parseAmount(offer?.[name]))
  if (introPrice == null || introMonths == null || regularPrice == null) return undefined
  const introductoryMonths = Math.min(introMonths, comparedMonths)
  return introductoryMonths * introPrice + (comparedMonths - introductoryMonths) * regularPrice
}

/**
 * Formats a charge for editors: “$997”, or a number of months.
 *
 * @param value - cents, or months
 */
export function formatCharge(name: ChargeChange['name'], value: number, currency: string): string {
  return name === 'introMonths' ? String(value) : formatMoney(value, currency)
}
