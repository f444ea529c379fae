import type Stripe from 'stripe'
import type { User } from '@/lib/auth/server/requireUser'
import { fillTemplate } from '@/lib/content/text/format'
import { siteMetadata } from '../membershipProduct'
import type { CatalogEntry } from '../offer/catalog'
import { formatRegularTerms, formatRenewalTerms } from '../offer/offer'
import { offerPath } from '../offer/offerPath'
import type { PublishedOffer } from '../offer/publishedOffer'
import { hashGuestToken } from './hashGuestToken'
import { checkoutLifetimeSeconds } from './openCheckouts'
import { maxSourceQuestionLength, type VisitSource } from './visitSource'

/** The offer, the buyer and the price of one checkout. */
export type CheckoutPurchase = {
  offer: PublishedOffer
  catalog: CatalogEntry
  user: User | undefined
  /** A keyed hash of the user's id, because the metadata of checkouts and subscriptions outlives the account. */
  buyerReference?: string | undefined
  email: string
  customer: string
  /** Whether the purchase is at the introductory price. */
  isIntroductory: boolean
  siteOrigin: string
  /** The guest token of the buyer's browser. */
  guestToken?: string | undefined
  /** How the buyer came to the site. */
  visitSource?: VisitSource | undefined
}

/** Stripe's limit for a text in Checkout. Characters. */
const maxTextLength = 1200

/** Returns the terms for the text beside Checkout's button, truncated to {@link maxTextLength}. */
function getTermsText({ offer: { terms }, isIntroductory }: CheckoutPurchase): string {
  return (isIntroductory ? formatRenewalTerms(terms) : formatRegularTerms(terms)).slice(0, maxTextLength)
}

/** Returns the text of Checkout's consent box, with the terms; undefined when it is too long, for Stripe's own text. */
function getConsentText(purchase: CheckoutPurchase): string | undefined {
  const { offer, siteOrigin } = purchase
  const values = { page: `${siteOrigin}/terms`, terms: getTermsText(purchase) }
  const text = fillTemplate(offer.consent, values)
  // A truncated text would state only half of the terms.
  return text.length <= maxTextLength ? text : undefined
}

/** Returns the optional question on Checkout; none while the question is too long for Stripe. */
function getSourceFields({
  sourceQuestion,
}: PublishedOffer): Stripe.Checkout.SessionCreateParams.CustomField[] {
  if (sourceQuestion.length > maxSourceQuestionLength) return []
  const label = { type: 'custom', custom: sourceQuestion } as const
  return [{ key: 'heardOfUs', label, type: 'text', optional: true, text: { maximum_length: 200 } }]
}

/**
 * Creates the parameters of Checkout, without `allow_promotion_codes`, which Stripe refuses together with a discount.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export function createCheckoutParams(purchase: CheckoutPurchase): Stripe.Checkout.SessionCreateParams {
  const { offer, catalog, buyerReference, customer, isIntroductory, guestToken, siteOrigin } = purchase
  const consent = getConsentText(purchase)
  const metadata = {
    ...purchase.visitSource,
    terms_version: offer.version,
    offer_revision: offer.revision,
    legal_revision: offer.legalRevision,
    intro: String(isIntroductory),
    price: catalog.price,
    ...siteMetadata,
  }
  return {
    mode: 'subscription',
    line_items: [{ price: catalog.price, quantity: 1 }],
    ...(isIntroductory && catalog.coupon ? { discounts: [{ coupon: catalog.coupon }] } : {}),
    customer,
    // Otherwise the dashboard's defaults decide currency, tax and seller, which docs/memberships.md lists.
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    managed_payments: { enabled: false },
    // A guest's customer has only an email, and an invoice needs the payer's name.
    ...(buyerReference
      ? { client_reference_id: buyerReference }
      : { customer_update: { name: 'auto', address: 'auto' } }),
    success_url: `${siteOrigin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteOrigin}${offerPath}`,
    phone_number_collection: { enabled: true },
    custom_fields: getSourceFields(offer),
    consent_collection: { terms_of_service: 'required' },
    expires_at: Math.floor(Date.now() / 1000) + checkoutLifetimeSeconds,
    custom_text: {
      submit: { message: getTermsText(purchase) },
      ...(consent ? { terms_of_service_acceptance: { message: consent } } : {}),
    },
    metadata: { ...metadata, ...(guestToken ? { guest_mark: hashGuestToken(guestToken) } : {}) },
    subscription_data: { metadata: { ...metadata, tier: offer.terms.name } },
  }
}
