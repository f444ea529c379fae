import { SiteLink } from '@/components/ui/link/SiteLink'
import { Text } from '@/components/ui/text/Text'
import { isText } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import type { OfferNumbers, OfferTexts } from '@/lib/content/offerTypes'
import { offerValues } from '@/lib/content/offerValues'
import type { SiteContent } from '@/lib/content/settings'
import { formatRegularTerms, readTerms } from '@/lib/membership/offer/offer'
import { offerRules } from '@/lib/membership/offer/offerRules'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { CheckoutForm } from './CheckoutForm'

type CheckoutButtonProps = {
  /** The label from the CMS; without one there is no button. */
  label: string | null | undefined
  /** The terms beside the button, on which the checkout is based. */
  offer: object | null | undefined
  site: SiteContent
}

/**
 * The checkout button. While the offer is incomplete, it links to the contact form with a topic instead.
 */
export function CheckoutButton({ label, offer, site }: CheckoutButtonProps) {
  if (!isText(label)) return null
  const { terms } = readTerms(offer)
  if (!terms) return <SiteLink href="/contact?topic=membership" label={label} className="button" />
  return (
    <>
      <CheckoutForm
        label={label}
        offerVersion={computeTermsVersion(terms)}
        regularTerms={formatRegularTerms(terms)}
        // One object for all buttons, so that the page serializes the texts once.
        texts={site.messages?.checkout}
        closeLabel={site.messages?.accessibility?.closeMessage ?? ''}
      />
      <noscript>
        <Text className="max-w-[60ch]">{site.messages?.checkout?.scriptNeeded}</Text>
      </noscript>
    </>
  )
}

type CheckoutTermsProps = {
  offer: (OfferNumbers & OfferTexts) | null | undefined
  /** Shows all terms, beside the offer itself. */
  full?: boolean
  className?: string
}

/** The terms of a checkout button: the prices, the renewal, and how to cancel. */
export function CheckoutTerms({ offer, full = false, className = '' }: CheckoutTermsProps) {
  if (!offer || !isText(offer.renewalTerms)) return null
  return (
    <Text className={`${full ? 'max-w-[60ch]' : 'max-w-[80ch]'} text-sm text-muted text-pretty ${className}`}>
      {fillTemplate(full ? offer.renewalTerms : shortTerms(offer), offerValues(offer))}
    </Text>
  )
}

/** The line with every amount, or all of the terms while an offer has no such line. */
function shortTerms({ shortTerms, renewalTerms }: OfferTexts) {
  const hasAll = offerRules.shortTerms.requiredPlaceholders.every((name) => shortTerms?.includes(`{${name}}`))
  return hasAll ? shortTerms : renewalTerms
}
