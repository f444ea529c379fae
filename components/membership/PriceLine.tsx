import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { formatOfferValues } from '@/lib/content/text/offerValues'

type PriceLineProps = {
  site: SiteContent
  /** The class of each emphasized value, by placeholder name. */
  emphasisClassNames: Record<string, string | undefined>
  className?: string
}

/**
 * The offer's price in a sentence, with some values emphasized. A placeholder without a value is omitted. Former
 * members see only the regular price.
 */
export function PriceLine({ site: { offer, messages }, emphasisClassNames, className = '' }: PriceLineProps) {
  if (!isText(offer?.priceLine)) return null
  const values = formatOfferValues(offer)
  // Parts at odd positions are names of placeholders.
  const renderLine = (line: string, classNames: PriceLineProps['emphasisClassNames']) =>
    [...line.split(/\{(\w+)\}/g).entries()].map(([position, part]) => {
      if (position % 2 === 0) return part
      const value = values[part]
      if (!value || !classNames[part]) return value
      return (
        <strong key={position} className={classNames[part]}>
          {value}
        </strong>
      )
    })
  const { introPrice } = emphasisClassNames
  return (
    <>
      <p dir="auto" className={`unless-former ${className}`}>
        {renderLine(offer.priceLine, emphasisClassNames)}
      </p>
      <p dir="auto" className={`for-former ${className}`}>
        {renderLine(messages.checkout.formerPrice, { regularPrice: introPrice })}
      </p>
    </>
  )
}
