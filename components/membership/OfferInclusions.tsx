import type { CSSProperties } from 'react'
import { objectsIn } from '@/components/ui/list'
import { Heading, type HeadingLevel } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'

type OfferInclusionsProps = {
  offer: {
    inclusionsHeading?: string | null
    inclusions?:
      | readonly ({ quantity?: number | null; title?: string | null; text?: string | null } | null)[]
      | null
  }
  level: HeadingLevel
}

/** What every month includes, counted around a dial: 8 hours, 10 clips, 2 cameras. */
export function OfferInclusions({ offer, level }: OfferInclusionsProps) {
  const inclusions = objectsIn(offer.inclusions, ['title', 'text'])
  if (inclusions.length === 0) return null
  return (
    <div className="rate-card-part">
      <Heading level={level} className="text-subtitle">
        {offer.inclusionsHeading}
      </Heading>
      <ul className="tallies mt-6">
        {inclusions.map((inclusion) => (
          <li key={inclusion.key}>
            <p className="leading-snug font-semibold">
              {typeof inclusion.quantity === 'number' && (
                <>
                  <span className="tally" style={tally(inclusion.quantity)}>
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

/** As many lights around the number as it counts; more than a dial can show make it one unbroken ring. */
function tally(quantity: number): CSSProperties {
  return { '--lights': quantity >= 1 && quantity <= 24 ? Math.round(quantity) : 1 }
}
