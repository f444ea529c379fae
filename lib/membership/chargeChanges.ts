import { amountOf } from '@/lib/content/offerValues'
import { offerRules } from './offerRules'

/** Something that members are charged by, as it is sold now and as publishing would have it. */
export type ChargeChange = {
  name: 'introPrice' | 'introMonths' | 'regularPrice'
  /** What editors call it. */
  title: string
  /** Cents, or months; null where nothing was published before. */
  before: number | null
  after: number
  isChanged: boolean
  /** So much more or less than before that it may be a slip: it is typed again. */
  isLarge: boolean
}

type Offer = { [field: string]: unknown }

const names = ['introPrice', 'introMonths', 'regularPrice'] as const

/** From which part of the amount on a change is a large one. */
const largeFrom = 0.2

/**
 * Compares what new members are charged now with what they would be charged.
 *
 * @param published - the offer as it is sold now, if it is
 * @param draft - the offer as it would be sold
 */
export function chargeChanges(
  published: Offer | null | undefined,
  draft: Offer | null | undefined,
): ChargeChange[] {
  const currencyChanges = published?.currency !== draft?.currency
  return names.flatMap((name) => {
    const before = amountOf(published?.[name])
    const after = amountOf(draft?.[name])
    if (after === null) return []
    const isChanged = after !== before || currencyChanges
    const isAmount = name !== 'introMonths'
    const isLarge = isAmount && before !== null && Math.abs(after - before) > before * largeFrom
    return [{ name, title: offerRules[name].title, before, after, isChanged, isLarge }]
  })
}
