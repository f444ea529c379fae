import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { formatOfferValues } from '@/lib/content/text/offerValues'

type PriceLineProps = {
  site: SiteContent
  /** The class of each emphasized value, by placeholder name. */
  emphasisClassNames: Record<string, string>
  className?: string
}

/** The price of the offer in a sentence, some of whose values are emphasized. A placeholder without a value is omitted. */
export function PriceLine({ site: { offer }, emphasisClassNames, className = '' }: PriceLineProps) {
  if (!isText(offer?.priceLine)) return null
  const values = formatOfferValues(offer)
  // Parts at odd positions are names of placeholders.
  const parts = offer.priceLine.split(/\{(\w+)\}/g).map((part, position) => ({ part, position }))
  return (
    <p dir="auto" className={className}>
      {parts.map(({ part, position }) => {
        if (position % 2 === 0) return part
        const value = values[part]
        const emphasisClassName = emphasisClassNames[part]
        if (!value || !emphasisClassName) return value
        return (
          <strong key={position} className={emphasisClassName}>
            {value}
          </strong>
        )
      })}
    </p>
  )
}
