import { isText } from '@/components/ui/list'
import { Text } from '@/components/ui/text/Text'
import { fillTemplate } from '@/lib/content/format'
import { type OfferNumbers, offerValues } from './offerValues'

type CheckoutTermsProps = {
  offer: (OfferNumbers & { renewalTerms?: string | null }) | null | undefined
  className?: string
}

/** What is agreed to with a checkout button: the prices, that it renews, and how to cancel. */
export function CheckoutTerms({ offer, className = '' }: CheckoutTermsProps) {
  if (!offer || !isText(offer.renewalTerms)) return null
  return (
    <Text className={`max-w-[60ch] text-sm text-muted ${className}`}>
      {fillTemplate(offer.renewalTerms, offerValues(offer))}
    </Text>
  )
}
