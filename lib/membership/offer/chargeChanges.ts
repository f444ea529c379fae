import { formatMoney } from '@/lib/content/format'
import type { OfferFields } from '@/lib/content/offerTypes'
import { parseAmount } from '@/lib/content/offerValues'
import { offerRules } from './offerRules'

/** A charge of the offer, with its published and its new value. */
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

const names = ['introPrice', 'introMonths', 'regularPrice'] as const

/** The relative change from which a change is large. */
const largeFrom = 0.2

/** The number of invoices that are compared for a change of the introductory months, which is their maximum. */
const judgedMonths = offerRules.introMonths.max

/**
 * Compares what new members are charged now with what they would be charged.
 *
 * @param published - the offer as it is sold now, if it is
 * @param draft - the offer as it would be sold
 */
export function compareCharges(
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
export function formatCharge(name: ChargeChange['name'], value: number, currency: string): string {
  return name === 'introMonths' ? String(value) : formatMoney(value, currency)
}
