import { formatMoney } from '@/lib/content/text/format'
import type { OfferFields } from '@/lib/content/text/offerTypes'
import { parseAmount } from '@/lib/content/text/offerValues'
import { offerRules } from '@/lib/membership/offer/offerRules'

/** One of the offer's prices or its number of introductory months, with the published and the new value. */
export type ChargeChange = {
  name: 'introPrice' | 'introMonths' | 'regularPrice'
  /** The title for editors. */
  title: string
  /** In the currency's smallest unit, or in months; null without a published value. */
  before: number | null
  after: number
  isChanged: boolean
  /** Whether the editor has to retype the value: a large price change may be a typo, and months affect every total. */
  isLarge: boolean
}

const chargeNames = ['introPrice', 'introMonths', 'regularPrice'] as const

/** A price change is large above this share of the published price. */
const largeChangeRatio = 0.2

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
  return chargeNames.flatMap((name) => {
    const before = parseAmount(published?.[name])
    const after = parseAmount(draft?.[name])
    if (after === null) return []
    const isChanged = after !== before || hasOtherCurrency
    const difference = Math.abs(after - (before ?? after))
    const isLarge = name === 'introMonths' ? difference > 0 : difference > (before ?? 0) * largeChangeRatio
    return [{ name, title: offerRules[name].title, before, after, isChanged, isLarge }]
  })
}

/**
 * Formats a charge for editors: “$997”, or a number of months.
 *
 * @param value - in the currency's smallest unit, or in months
 */
export function formatCharge(name: ChargeChange['name'], value: number, currency: string): string {
  return name === 'introMonths' ? String(value) : formatMoney(value, currency)
}
