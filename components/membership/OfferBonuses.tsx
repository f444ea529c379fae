import { isText, objectsIn } from '@/components/ui/list'
import { below, Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { fillTemplate } from '@/lib/content/format'
import { type OfferNumbers, offerMoney, offerValues } from './offerValues'

type Bonus = { title?: string | null; text?: string | null; amount?: number | null }

type OfferBonusesProps = {
  offer: OfferNumbers & {
    bonusesHeading?: string | null
    bonuses?: readonly (Bonus | null)[] | null
    bonusLine?: string | null
  }
  level: HeadingLevel
}

/** What comes on top of the offer, each with what it is worth. */
export function OfferBonuses({ offer, level }: OfferBonusesProps) {
  const bonuses = objectsIn(offer.bonuses, ['title', 'text'])
  if (bonuses.length === 0) return null
  return (
    <div className="rate-card-part surface-ink mt-4">
      <Heading level={level} className="eyebrow font-text">
        {offer.bonusesHeading}
      </Heading>
      <ul className="mt-3 grid gap-y-8">
        {bonuses.map((bonus) => {
          const amount = offerMoney(bonus.amount, offer)
          const values = { ...offerValues(offer), amount }
          return (
            <li key={bonus.key} className="grid gap-x-8 gap-y-3 sm:grid-cols-[1fr_auto]">
              <div>
                <Heading level={below(level, offer.bonusesHeading)} className="text-subtitle">
                  {bonus.title}
                </Heading>
                <Text className="mt-2 max-w-[46ch] text-muted">{bonus.text}</Text>
              </div>
              {amount && (
                <Text className="font-semibold text-accent text-balance sm:max-w-[16ch] sm:text-end">
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
