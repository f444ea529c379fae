import type Stripe from 'stripe'
import { fillTemplate, formatMoney } from '@/lib/content/format'
import type { CatalogueEntry } from './catalogue'
import type { Member } from './customer'
import { regularTermsText } from './offer'
import type { PublishedOffer } from './publishedOffer'

/** What is sold, to whom, on which terms. */
export type Purchase = {
  offer: PublishedOffer
  catalogue: CatalogueEntry
  member: Member | undefined
  customer: string | undefined
  /** With the introductory price. */
  intro: boolean
  siteOrigin: string
}

/** Stripe shows at most so many characters beside the button. */
const longestText = 1200

/** The terms as the buyer reads them beside the button of Checkout. */
export function termsText({ offer: { terms }, intro }: Pick<Purchase, 'offer' | 'intro'>): string {
  const text = intro
    ? fillTemplate(terms.renewalTerms, {
        introPrice: formatMoney(terms.introPrice, terms.currency),
        introMonths: terms.introMonths,
        regularPrice: formatMoney(terms.regularPrice, terms.currency),
      })
    : regularTermsText(terms)
  return text.slice(0, longestText)
}

/**
 * What Checkout is asked for. One discount at most, and none beside `allow_promotion_codes`.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export function checkoutParams(purchase: Purchase): Stripe.Checkout.SessionCreateParams {
  const { offer, catalogue, member, customer, intro, siteOrigin } = purchase
  const metadata = {
    terms_version: offer.version,
    offer_revision: offer.revision,
    intro: String(intro),
    price: catalogue.price,
    ...(member ? { user_id: member.id } : {}),
  }
  return {
    mode: 'subscription',
    line_items: [{ price: catalogue.price, quantity: 1 }],
    ...(intro && catalogue.coupon ? { discounts: [{ coupon: catalogue.coupon }] } : {}),
    ...(customer ? { customer } : {}),
    ...(member ? { client_reference_id: member.id } : {}),
    success_url: `${siteOrigin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteOrigin}/services#offer`,
    consent_collection: { terms_of_service: 'required' },
    custom_text: { submit: { message: termsText(purchase) } },
    metadata,
    subscription_data: { metadata: { ...metadata, tier: offer.terms.name } },
  }
}
