import type Stripe from 'stripe'
import type { User } from '@/lib/auth/server/requireUser'
import { fillTemplate } from '@/lib/content/text/format'
import type { Billing } from '../context'
import { siteMetadata } from '../membershipProduct'
import type { CatalogEntry } from '../offer/catalog'
import { formatRegularTerms, formatRenewalTerms } from '../offer/offer'
import { checkoutCanceledPath } from '../offer/offerPath'
import type { PublishedOffer } from '../offer/publishedOffer'
import { hashGuestToken } from './checkoutStatus'
import { checkoutLifetimeSeconds } from './checkouts'
import { maxSourceQuestionLength, type VisitSource } from './visitSource'

/** The offer, the buyer and the price of one checkout. */
export type CheckoutPurchase = {
  offer: PublishedOffer
  catalog: CatalogEntry
  user?: User | undefined
  email: string
  customer: string
  isIntroductory: boolean
  guestToken?: string | undefined
  visitSource?: VisitSource | undefined
}

/** Stripe's character limit for custom text in Checkout. */
const maxTextLength = 1200

/**
 * Creates the Checkout parameters, without `allow_promotion_codes`, which Stripe refuses together with a discount.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
export function createCheckoutParams(
  { siteOrigin, hashIdentity }: Pick<Billing, 'siteOrigin' | 'hashIdentity'>,
  purchase: CheckoutPurchase,
): Stripe.Checkout.SessionCreateParams {
  const { offer, catalog, user, customer, isIntroductory, guestToken } = purchase
  const allTerms = (isIntroductory ? formatRenewalTerms : formatRegularTerms)(offer.terms)
  const terms = allTerms.slice(0, maxTextLength)
  const consent = fillTemplate(offer.consent, { page: `${siteOrigin}/terms`, terms })
  const question = {
    key: 'heardOfUs',
    label: { type: 'custom', custom: offer.sourceQuestion },
    type: 'text',
    optional: true,
    text: { maximum_length: 200 },
  } as const
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
    // Otherwise the dashboard's defaults decide currency, tax and seller: see docs/memberships.md.
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: false },
    managed_payments: { enabled: false },
    // A keyed hash of the user's id, because checkouts outlive the account.
    ...(user ? { client_reference_id: hashIdentity(user.id) } : {}),
    // An invoice needs the payer's name and address, which Checkout does not save to a customer by default.
    customer_update: { name: 'auto', address: 'auto' },
    success_url: `${siteOrigin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteOrigin}${checkoutCanceledPath}`,
    phone_number_collection: { enabled: true },
    custom_fields: offer.sourceQuestion.length > maxSourceQuestionLength ? [] : [question],
    consent_collection: { terms_of_service: 'required' },
    expires_at: Math.floor(Date.now() / 1000) + checkoutLifetimeSeconds,
    custom_text: {
      submit: { message: terms },
      // Stripe's own text replaces a consent that is too long.
      ...(consent.length <= maxTextLength ? { terms_of_service_acceptance: { message: consent } } : {}),
    },
    metadata: { ...metadata, ...(guestToken ? { guest_mark: hashGuestToken(guestToken) } : {}) },
    subscription_data: { metadata: { ...metadata, tier: offer.terms.name } },
  }
}
