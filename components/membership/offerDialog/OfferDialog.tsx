import { SiteLink } from '@/components/ui/link/SiteLink'
import { TemplateText } from '@/components/ui/text/Text'
import { isText } from '@/lib/content/contentGuards'
import { offerValues } from '@/lib/content/offerValues'
import type { SiteContent } from '@/lib/content/settings'
import { frameIds } from '@/lib/frameIds'
import { readTerms } from '@/lib/membership/offer'
import { offerPath } from '@/lib/membership/offerPath'
import { CheckoutButton, CheckoutTerms } from '../CheckoutButton'
import { ClosingDialog } from './ClosingDialog'

/**
 * The offer in a box above the page: the price, its terms and the checkout button, for links that stand where there is no
 * room for terms (`SpotLink`). While nothing can be sold there is no box, and those links lead to the offer.
 */
export function OfferDialog({ site }: { site: SiteContent }) {
  const { offer, settings, messages } = site
  if (!isText(settings?.checkoutLabel) || !readTerms(offer).terms) return null
  return (
    <ClosingDialog id={frameIds.offer} labelledBy={frameIds.offerHeading}>
      <h2 id={frameIds.offerHeading} dir="auto" className="text-subtitle">
        {isText(offer?.packageName) ? offer.packageName : offer?.name}
      </h2>
      <TemplateText
        template={offer?.priceLine}
        values={offerValues(offer)}
        emphasis={{ introPrice: 'ask-price', regularPrice: 'font-semibold' }}
        className="mt-4"
      />
      <CheckoutTerms offer={offer} full className="mt-4" />
      <div className="ask-ways">
        <CheckoutButton label={settings.checkoutLabel} offer={offer} site={site} />
        {isText(messages?.checkout?.cancel) && (
          <button type="button" className="button button-quiet">
            {messages.checkout.cancel}
          </button>
        )}
      </div>
      <SiteLink href={offerPath} label={messages?.checkout?.wholeOffer} className="text-link mt-4" />
    </ClosingDialog>
  )
}
