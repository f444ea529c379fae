import type { ReactNode } from 'react'
import { ContentLink } from '@/components/ui/link/ContentLink'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { OfferNumbers, OfferTexts } from '@/lib/content/text/offerTypes'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import { formatRegularTerms, readTerms } from '@/lib/membership/offer/offer'
import { offerRules } from '@/lib/membership/offer/offerRules'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { MemberOffer } from './BookingLink'
import { CheckoutForm } from './CheckoutForm'
import { PriceText } from './PriceText'

type CheckoutButtonProps = {
  /** The label from the CMS; without one, there is no button. */
  label: string | null | undefined
  /** Contains the offer to sell, whose terms appear beside the button. */
  site: SiteContent
}

/** The checkout button or, while the offer cannot be sold, a link to the contact form with a topic. */
export function CheckoutButton({ label, site }: CheckoutButtonProps) {
  if (!isText(label)) return null
  const { terms } = readTerms(site.offer)
  const contact = { kind: 'contact', topic: 'membership' }
  if (!terms) return <ContentLink link={{ ...contact, label }} site={site} className="button" />
  return (
    <>
      <CheckoutForm
        label={label}
        offerVersion={computeTermsVersion(terms)}
        regularTerms={formatRegularTerms(terms)}
        // One object for all buttons, so that the page serializes the messages once.
        texts={site.messages.checkout}
        closeLabel={site.messages.accessibility.closeMessage}
      />
      <div className="without-script">
        <ContentLink
          link={{ ...contact, label: site.messages.checkout.scriptNeeded }}
          site={site}
          className="button"
        />
      </div>
    </>
  )
}

type CheckoutTermsProps = { offer: (OfferNumbers & OfferTexts) | null | undefined; className: string }

/** All terms of a checkout: the prices, the renewal, and how to cancel. */
export function CheckoutTerms({ offer, className }: CheckoutTermsProps) {
  if (!offer || !isText(offer.renewalTerms)) return null
  const values = formatOfferValues(offer)
  return (
    <PriceText
      text={fillTemplate(offer.renewalTerms, values)}
      formerText={fillTemplate(offer.regularTerms, values)}
      className={`max-w-[36.5em] text-sm text-muted text-pretty ${className}`}
    />
  )
}

/**
 * A section's offer: the checkout button with `children` beside it, and the short terms. Members see other links instead.
 */
export function SectionOffer({ label, site, children }: CheckoutButtonProps & { children?: ReactNode }) {
  const offer = isText(label) ? site.offer : null
  return (
    <MemberOffer label={label} site={site}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <CheckoutButton label={label} site={site} />
        {children}
      </div>
      {offer && isText(offer.renewalTerms) && (
        <div className="member-switch mt-4 max-w-[49em]">
          <PriceText
            className="text-balance"
            text={fillTemplate(selectShortTerms(offer), formatOfferValues(offer))}
            formerText={site.messages.checkout.formerTerms}
          />
        </div>
      )}
    </MemberOffer>
  )
}

/** Returns the short terms, or all terms if the short ones are missing or omit a required placeholder. */
function selectShortTerms({ shortTerms, renewalTerms }: OfferTexts) {
  const hasRequiredPlaceholders = offerRules.shortTerms.requiredPlaceholders.every((name) =>
    shortTerms?.includes(`{${name}}`),
  )
  return hasRequiredPlaceholders ? shortTerms : renewalTerms
}
