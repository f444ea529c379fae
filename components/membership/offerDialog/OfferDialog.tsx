import { ContentLink } from '@/components/ui/link/ContentLink'
import { Text } from '@/components/ui/text/Text'
import { createOfferEditAttributes } from '@/lib/content/preview/editAttributes'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterObjects, isText } from '@/lib/content/text/contentGuards'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { formatRegularTerms, readTerms } from '@/lib/membership/offer/offer'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { pages } from '@/lib/pages'
import { CheckoutTerms } from '../CheckoutButton'
import { CheckoutForm } from '../CheckoutForm'
import { OfferStepTitles } from '../OfferSteps'
import { PaymentSchedule } from '../PaymentSchedule'
import { PriceLine } from '../PriceLine'
import { PriceText } from '../PriceText'

/**
 * The purchase dialog of every page: the inclusions, the price with its terms, a guest's email field, and the button
 * that opens Checkout. Checkout buttons open the dialog for guests; a `CheckoutDialogLink` opens it for all visitors.
 * While the offer cannot be sold, the dialog is not rendered and each link opens the offer.
 */
export function OfferDialog({ site }: { site: SiteContent }) {
  const { offer, messages } = site
  const texts = messages.checkout
  const { terms } = readTerms(offer)
  if (!terms) return null
  return (
    <dialog
      id={layoutElementIds.offer}
      aria-labelledby={layoutElementIds.offerHeading}
      className="modal no-print p-0"
    >
      {/* The body covers the dialog, so that only clicks on the backdrop have the dialog itself as their target. */}
      <div className="modal-body">
        <div className="modal-head">
          <h2
            id={layoutElementIds.offerHeading}
            tabIndex={-1}
            dir="auto"
            className="view-heading text-subtitle"
          >
            {isText(offer?.packageName) ? offer.packageName : offer?.name}
          </h2>
          <button type="button" aria-label={messages.accessibility.closeMessage} className="close-button" />
        </div>
        <PriceLine
          site={site}
          emphasisClassNames={{ introPrice: 'modal-price', regularPrice: 'font-semibold' }}
          className="mt-2"
        />
        <PaymentSchedule site={site} />
        <details className="modal-terms">
          <summary>{texts.termsLine}</summary>
          <CheckoutTerms offer={offer} className="mt-2" />
        </details>
        <ul className="modal-list">
          {filterObjects(offer?.inclusions, ['title']).map(({ key, quantity, title }) => (
            <li key={key}>
              {typeof quantity === 'number' && (
                <strong {...createOfferEditAttributes(title, `inclusions[_key=="${key}"].quantity`)}>
                  {quantity}{' '}
                </strong>
              )}
              <Text as="span">{title}</Text>
            </li>
          ))}
        </ul>
        <OfferStepTitles offer={offer} />
        <div className="modal-links">
          <ContentLink
            link={{ kind: 'page', page: pages.services.path, fragment: 'offer', label: texts.wholeOffer }}
            site={site}
            className="text-link"
          />
          <ContentLink
            link={{ kind: 'page', page: pages.terms.path, label: texts.termsLink }}
            site={site}
            className="text-link"
          />
          <a id={layoutElementIds.offerSignIn} href="/sign-in" className="text-link for-visitors">
            {texts.guestsPausedSignIn}
          </a>
        </div>
        {/* Sticks to the bottom of the dialog, so that the field and the button are always in view. */}
        <CheckoutForm
          isInDialog
          label={texts.guestSubmit}
          offerVersion={computeTermsVersion(terms)}
          regularTerms={formatRegularTerms(terms)}
          texts={texts}
          closeLabel={messages.accessibility.closeMessage}
        >
          <PriceText
            text={texts.stripeNote}
            formerText={texts.formerStripeNote}
            className="mt-2 font-semibold"
          />
          <div className="field for-visitors mt-2">
            <label htmlFor={layoutElementIds.offerEmail} className="field-label">
              {texts.guestEmailLabel}
            </label>
            <input
              id={layoutElementIds.offerEmail}
              type="email"
              autoComplete="email"
              aria-describedby={`${layoutElementIds.offerEmailError} ${layoutElementIds.offerEmail}-hint`}
              className="field-input"
            />
            <p id={`${layoutElementIds.offerEmail}-hint`} className="field-hint">
              {texts.guestText}
            </p>
          </div>
        </CheckoutForm>
      </div>
    </dialog>
  )
}
