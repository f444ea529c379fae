import { stegaClean } from '@sanity/client/stega'
import type { CSSProperties } from 'react'
import { isText, objectsIn } from '@/components/ui/list'
import { Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { fillTemplate } from '@/lib/content/format'
import { amountOf, type OfferNumbers, offerMoney, offerValues, totalValue } from './offerValues'

type Value = { title?: string | null; text?: string | null; amount?: number | null; unit?: string | null }

type OfferValuesProps = {
  offer: OfferNumbers & {
    valuesHeading?: string | null
    values?: readonly (Value | null)[] | null
    onceLabel?: string | null
    monthLabel?: string | null
    totalLine?: string | null
  }
  level: HeadingLevel
}

/**
 * What each part is worth, with its unit, down to the total that they add up to. Under each line runs its share of the
 * whole, from where the lines above have come to.
 */
export function OfferValues({ offer, level }: OfferValuesProps) {
  const values = objectsIn(offer.values, ['title', 'text'])
  if (values.length === 0) return null
  const numbers = offerValues(offer)
  const shares = sharesOf(values, totalValue(offer))
  return (
    <div className="rate-card-part">
      <Heading level={level} className="text-subtitle">
        {offer.valuesHeading}
      </Heading>
      <ul className="mt-4">
        {values.map((value, index) => (
          <li key={value.key} className="rate-line" style={shares[index]}>
            <div>
              <Text className="font-semibold text-balance">{value.title}</Text>
              <Text className="mt-1 max-w-[44ch] text-sm text-muted">{value.text}</Text>
            </div>
            <p className="text-end">
              <span className="block font-display text-xl tabular-nums">
                {offerMoney(value.amount, offer)}
              </span>{' '}
              <Text as="span" className="text-sm text-muted">
                {unitLabel(stegaClean(value.unit), offer)}
              </Text>
            </p>
          </li>
        ))}
      </ul>
      {isText(offer.totalLine) && numbers.total && (
        <Text className="rate-card-total">{fillTemplate(offer.totalLine, numbers)}</Text>
      )}
    </div>
  )
}

function unitLabel(unit: string | null | undefined, offer: OfferValuesProps['offer']) {
  if (unit === 'month') return offer.monthLabel
  return unit === 'once' ? offer.onceLabel : null
}

/** Where each part of the whole begins and how much of it it is, in percent, as the style sheet draws them. */
function sharesOf(values: readonly Value[], total: number): CSSProperties[] {
  let before = 0
  return values.map((value) => {
    const amount = amountOf(value.amount) ?? 0
    const percent = (cents: number) => `${total > 0 ? Math.round((cents / total) * 1000) / 10 : 0}%`
    const style = { '--from': percent(before), '--share': percent(amount) }
    before += amount
    return style
  })
}
