import { ContentLink } from '@/components/ui/link/ContentLink'
import { Text } from '@/components/ui/text/Text'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { OfferNumbers, OfferTexts } from '@/lib/content/text/offerTypes'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import { formatRegularTerms, readTerms } from '@/lib/membership/offer/offer'
import { offerRules } from '@/lib/membership/offer/offerRules'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { CheckoutForm } from './CheckoutForm'

type CheckoutButtonProps = {
  /** The label from the CMS; without one there is no button. */
  label: string | null | undefined
  /** The offer to sell. Its terms appear beside the button. */
  offer: object | null | undefined
  site: SiteContent
}

/** The checkout button. While the offer cannot be sold, it links to the contact form with a topic instead. */
export function CheckoutButton({ label, offer, site }: CheckoutButtonProps) {
  if (!isText(label)) return null
  const { terms } = readTerms(offer)
  const createContactLink = (linkLabel: string, className: string) => (
    <ContentLink
      link={{ kind: 'contact', topic: 'membership', label: linkLabel }}
      site={site}
      className={className}
    />
  )
  if (!terms) return createContactLink(label, 'button')
  return (
    <>
      <CheckoutForm
        label={label}
        offerVersion={computeTermsVersion(terms)}
        regularTerms={formatRegularTerms(terms)}
        // One object for all buttons, so that the page serializes the texts once.
        texts={site.messages.checkout}
        closeLabel={site.messages.accessibility.closeMessage}
      />
      <div className="without-script">
        {createContactLink(site.messages.checkout.scriptNeeded, 'text-link')}
      </div>
    </>
  )
}

type CheckoutTermsProps = {
  offer: (OfferNumbers & OfferTexts) | null | undefined
  /** Whether to show all terms instead of the short ones. */
  isFull?: boolean
  className?: string
}

/** The terms of a checkout button: the prices, the renewal, and how to cancel. */
export function CheckoutTerms({ offer, isFull = false, className = '' }: CheckoutTermsProps) {
  if (!offer || !isText(offer.renewalTerms)) return null
  return (
    <Text
      className={`${isFull ? 'max-w-[60ch]' : 'max-w-[80ch]'} text-sm text-muted text-pretty ${className}`}
    >
      {fillTemplate(isFull ? offer.renewalTerms : selectShortTerms(offer), formatOfferValues(offer))}
    </Text>
  )
}

/** Returns the short terms, or all terms if the short ones are missing or omit a required placeholder. */
function selectShortTerms({ shortTerms, renewalTerms }: OfferTexts) {
  const hasRequiredPlaceholders = offerRules.shortTerms.requiredPlaceholders.every((name) =>
    shortTerms?.includes(`{${name}}`),
  )
  return hasRequiredPlaceholders ? shortTerms : renewalTerms
}
