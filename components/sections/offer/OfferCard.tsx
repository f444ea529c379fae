import { stegaClean } from '@sanity/client/stega'
import type { CSSProperties } from 'react'
import { getLevelBelow, Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { createOfferEditAttributes } from '@/lib/content/preview/editAttributes'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import {
  computeTotalValue,
  formatOfferMoney,
  formatOfferValues,
  parseAmount,
} from '@/lib/content/text/offerValues'
import type { SectionProps } from '../types'

type OfferPartProps = {
  offer: Partial<NonNullable<SectionProps<'offerSection'>['section']['offer']>>
  level: HeadingLevel
}

/** The inclusions, such as 8 hours a month. Each quantity's ring has that many segments, or is unbroken above 24. */
export function OfferInclusions({ offer, level }: OfferPartProps) {
  const inclusions = filterObjects(offer.inclusions, ['title', 'text'])
  if (inclusions.length === 0) return null
  return (
    <div className="offer-card-part">
      <Heading level={level} className="text-subtitle">
        {offer.inclusionsHeading}
      </Heading>
      <ul className="inclusions mt-6">
        {inclusions.map((inclusion) => (
          <li key={inclusion.key}>
            <p className="leading-snug font-semibold">
              {typeof inclusion.quantity === 'number' && (
                <>
                  <span
                    className="inclusion-quantity"
                    style={{ '--segments': countRingSegments(inclusion.quantity) }}
                    {...createOfferEditAttributes(
                      inclusion.title,
                      `inclusions[_key=="${inclusion.key}"].quantity`,
                    )}
                  >
                    {inclusion.quantity}
                  </span>{' '}
                </>
              )}
              <Text as="span">{inclusion.title}</Text>
            </p>
            <Text className="mt-2 text-sm text-muted">{inclusion.text}</Text>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the number of segments of a quantity's ring. Above 24, and below 1, the ring is unbroken. */
const countRingSegments = (quantity: number) => (quantity >= 1 && quantity <= 24 ? Math.round(quantity) : 1)

/**
 * The value of each part of the offer, grouped into one-time and monthly values, and their total, which `totalNote`
 * explains. A bar below each value shows its share of the total, starting where the previous bar ends.
 */
export function OfferValues({ offer, level }: OfferPartProps) {
  const groups = groupValues(offer)
  if (groups.length === 0) return null
  const placeholderValues = formatOfferValues(offer)
  const createShareStyle = createShareStyleBuilder(computeTotalValue(offer))
  return (
    <div className="offer-card-part">
      <Heading level={level} className="text-subtitle">
        {offer.valuesHeading}
      </Heading>
      {groups.map(({ unit, label, values }) => (
        <div key={unit} className="offer-group">
          <div className="offer-group-head">
            <Heading level={getLevelBelow(level, offer.valuesHeading)} className="eyebrow font-text">
              {label}
            </Heading>
            {groups.length > 1 && (
              <Text
                className="flex-none font-semibold tabular-nums"
                {...createOfferEditAttributes(label, 'values')}
              >
                {formatOfferMoney(computeTotalValue({ values }), offer)}
              </Text>
            )}
          </div>
          <ul>
            {values.map((value) => (
              <li key={value.key} className="offer-value" style={createShareStyle(value)}>
                <Text className="font-semibold text-balance">{value.title}</Text>
                <Text
                  className="font-display text-lead tabular-nums"
                  {...createOfferEditAttributes(value.title, `values[_key=="${value.key}"].amount`)}
                >
                  {formatOfferMoney(value.amount, offer)}
                </Text>
                <Text className="offer-value-text">{value.text}</Text>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {placeholderValues.totalValue && <Text className="offer-total">{offer.totalLine}</Text>}
      {placeholderValues.totalValue && (
        <Text className="mt-2 text-end text-sm text-muted text-balance">{offer.totalNote}</Text>
      )}
    </div>
  )
}

/** Groups the values by unit: one-time, monthly, or without a known unit. Omits empty groups. */
function groupValues(offer: OfferPartProps['offer']) {
  const values = filterObjects(offer.values, ['title', 'text'])
  const units = [
    { unit: 'once', label: offer.onceLabel },
    { unit: 'month', label: offer.monthLabel },
    { unit: 'other', label: null },
  ]
  const normalizeUnit = (unit: string | null | undefined) =>
    unit === 'once' || unit === 'month' ? unit : 'other'
  return units
    .map((group) => ({
      ...group,
      values: values.filter((value) => normalizeUnit(stegaClean(value.unit)) === group.unit),
    }))
    .filter((group) => group.values.length > 0)
}

/** Returns a function that computes the start and length of a value's share bar. Call it for each value, in order. */
function createShareStyleBuilder(total: number): (value: { amount: number | null }) => CSSProperties {
  let precedingCents = 0
  const toPercent = (cents: number) => `${total > 0 ? Math.round((cents / total) * 1000) / 10 : 0}%`
  return (value) => {
    const amountCents = parseAmount(value.amount) ?? 0
    const style = { '--share-start': toPercent(precedingCents), '--share-length': toPercent(amountCents) }
    precedingCents += amountCents
    return style
  }
}

/** The bonuses of the offer, each with its value. */
export function OfferBonuses({ offer, level }: OfferPartProps) {
  const bonuses = filterObjects(offer.bonuses, ['title', 'text'])
  if (bonuses.length === 0) return null
  return (
    <div className="offer-card-part surface-ink mt-4">
      <Heading level={level} className="eyebrow font-text">
        {offer.bonusesHeading}
      </Heading>
      <ul className="mt-3 grid gap-y-8">
        {bonuses.map((bonus) => {
          const amount = formatOfferMoney(bonus.amount, offer)
          const values = { ...formatOfferValues(offer), amount }
          return (
            <li key={bonus.key} className="grid gap-x-8 gap-y-3 sm:grid-cols-[1fr_auto]">
              <div>
                <Heading level={getLevelBelow(level, offer.bonusesHeading)} className="text-subtitle">
                  {bonus.title}
                </Heading>
                <Text className="mt-2 max-w-[28em] text-muted">{bonus.text}</Text>
              </div>
              {amount && (
                <Text className="font-semibold text-accent text-balance sm:max-w-[10em] sm:text-end">
                  {isText(offer.bonusLine) ? fillTemplate(offer.bonusLine, values) : amount}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
