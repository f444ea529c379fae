import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { fillTemplate } from '@/lib/content/format'
import { LeaseBusy, withLease } from '@/lib/database/lease'
import { enforceRateLimit, type RateLimit, withRateLimit } from '@/lib/database/rateLimit'
import { getErrorCode } from '@/lib/errorCode'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { siteMetadata } from '../membershipProduct'
import { liveStatuses } from '../mirror/entitlement'
import { mirrorCustomer } from '../mirror/mirror'
import {
  filterEntitled,
  filterLiveSubscriptions,
  getIntroUsedAt,
  isPaymentProcessing,
  isUnpaid,
  listMemberships,
  parseStatus,
} from '../mirror/stripeState'
import { type CatalogEntry, createMismatchProblem, ensureCatalog } from '../offer/catalog'
import { computeCharge, computeIntroDiscount, formatRegularTerms, formatRenewalTerms } from '../offer/offer'
import { recordOfferChange } from '../offer/offerChanges'
import { offerPath } from '../offer/offerPath'
import type { OfferTermsResponse } from '../offer/offerTermsResponse'
import type { PublishedOffer } from '../offer/publishedOffer'
import { openPortal } from '../portal'
import { createGuestCustomer, ensureCustomer } from './customer'
import { hashGuestToken } from './hashGuestToken'
import { hasUsedIntroduction } from './introductions'
import { checkoutLifetimeSeconds, closeCheckout, listOpenCheckouts } from './openCheckouts'

const userLimit: RateLimit = { name: 'checkout-user', count: 20, seconds: 600 }
const guestLimit: RateLimit = { name: 'checkout-guest', count: 10, seconds: 600 }
/** For each email, across networks, since the response reveals a membership. Higher than a network's own limit. */
const emailLimit: RateLimit = { name: 'checkout-address', count: 20, seconds: 600 }
/** Refunded second memberships of an email in a day. */
const maxRefundsPerDay = 5
/** For each IPv6 network of 48 bits, since one customer of a provider may have all networks in it. */
const guestSiteLimit: RateLimit = { name: 'checkout-guest-site', count: 40, seconds: 600 }
/** Checkouts of all guests together, against a client with many networks that fills Stripe with sessions. */
const guestsLimit: RateLimit = { name: 'checkout-guests', count: 300, seconds: 600, code: 'guests_paused' }
/** Checkouts of guests beyond that limit, each with a CAPTCHA token. */
const challengedLimit: RateLimit = {
  name: 'checkout-guests-challenged',
  count: 1200,
  seconds: 600,
  code: 'guests_paused',
}
const alertLimit: RateLimit = { name: 'checkout-guests-alert', count: 1, seconds: guestsLimit.seconds }

/** A guest, whose email is not proved. */
export type Guest = {
  /** A fingerprint of the network. */
  guest: string
  /** A fingerprint of the IPv6 network of 48 bits around it. */
  site?: string | undefined
  email: string
  /** The random token of the browser. */
  guestToken?: string | undefined
  /** A token of Turnstile. */
  captcha?: string | undefined
}

/** The buyer of a membership. */
export type Buyer = { user: User } | Guest

export type CheckoutRequest = {
  /** The version of the terms that the page showed. */
  offerVersion: string
  /** Whether the buyer has accepted the regular price, because the introductory price was used before. */
  acceptsRegular: boolean
}

export type CheckoutResult = {
  /** Stripe's payment URL; null when Stripe returned none. */
  url: string | null
  sessionId: string
}

/** A purchase: the offer, the buyer and the terms. */
type Purchase = {
  offer: PublishedOffer
  catalog: CatalogEntry
  user: User | undefined
  email: string
  customer: string
  /** Whether it has the introductory price. */
  intro: boolean
  siteOrigin: string
  guestToken?: Guest['guestToken']
}

/**
 * Starts a checkout, or resumes one that is still open.
 *
 * @throws RequestProblem 409 `offer_changed`, `already_subscribed`, `membership_unpaid`, `payment_processing`, `intro_used`,
 *   `claim_waiting` or `checkout_busy`; 400 `email_invalid` or, for users, `account_email_invalid`; 429
 *   `too_many_requests` or, for guests, `captcha_required` or `guests_paused`; 503 `offer_unavailable` or `offer_mismatch`
 */
export async function createCheckout(
  billing: Billing,
  buyer: Buyer,
  request: CheckoutRequest,
): Promise<CheckoutResult> {
  const { database } = billing
  if ('user' in buyer) await enforceRateLimit(database, userLimit, buyer.user.id)
  else {
    await enforceRateLimit(database, guestLimit, buyer.guest)
    if (buyer.site) await enforceRateLimit(database, guestSiteLimit, buyer.site)
    await enforceRateLimit(database, emailLimit, billing.hashIdentity(buyer.email))
    await limitRefunds(billing, buyer.email)
  }
  const offer = await billing.offer()
  if (offer.version !== request.offerVersion) throw createOfferChangedProblem(offer)
  if ('guest' in buyer) {
    const sell = () => sellToGuest(billing, offer, buyer, request)
    return withRateLimit(database, guestsLimit, 'all', sell).catch(async (error: unknown) => {
      if (getErrorCode(error) !== guestsLimit.code) throw error
      await alertGuestLimit(billing)
      if (!billing.verifyCaptcha) throw error
      if (!buyer.captcha || !(await billing.verifyCaptcha(buyer.captcha)))
        throw new RequestProblem(429, 'captcha_required')
      return withRateLimit(database, challengedLimit, 'all', sell)
    })
  }

  const { user } = buyer
  return withLease(database, `buyer:${user.id}`, () => sellToUser(billing, offer, user, request)).catch(
    (error: unknown) => {
      throw error instanceof LeaseBusy ? new RequestProblem(409, 'checkout_busy') : error
    },
  )
}

/**
 * Limits second memberships, each of which costs Stripe's fee and causes an email to its owner. The refusal does not
 * reveal a membership.
 *
 * @throws RequestProblem 429 `too_many_requests`
 */
async function limitRefunds({ database }: Billing, email: string): Promise<void> {
  const refunded = await database.sql(
    `select distinct stripe_subscription_id from refunds join customers using (stripe_customer_id)
      where lower(customers.email) = lower($1) and refunds.created_at > now() - interval '1 day'
        and outcome is distinct from 'kept'`,
    [email],
  )
  if (refunded.length >= maxRefundsPerDay) throw new RequestProblem(429, 'too_many_requests')
}

/** Alerts an operator, once for each window of the limit. */
async function alertGuestLimit({ database, verifyCaptcha }: Billing): Promise<void> {
  const isFirst = await enforceRateLimit(database, alertLimit, 'all').then(
    () => true,
    () => false,
  )
  const consequence = verifyCaptcha ? 'guests need a CAPTCHA token' : 'guests need an account'
  if (isFirst)
    log.error(
      'billing',
      `ALERT: guests created ${guestsLimit.count} checkouts in ${guestsLimit.seconds / 60} minutes (checkout-guests); ${consequence} for now: see docs/runbook.md.`,
    )
}

/** Creates the refusal of outdated terms. It contains the current ones, since a cache may still serve the old page. */
function createOfferChangedProblem({ version, terms }: PublishedOffer): RequestProblem {
  const offer: OfferTermsResponse = {
    version,
    renewal_terms: formatRenewalTerms(terms),
    regular_terms: formatRegularTerms(terms),
  }
  return new RequestProblem(409, 'offer_changed', { details: { offer } })
}

async function sellToUser(
  billing: Billing,
  offer: PublishedOffer,
  user: User,
  { acceptsRegular }: CheckoutRequest,
): Promise<CheckoutResult> {
  const customer = await ensureCustomer(billing, user)
  const subscriptions = await pastMemberships(billing, user, customer)
  if (await hasClaim(billing, user)) throw new RequestProblem(409, 'claim_waiting')

  const introUsed =
    (await hasUsedIntroduction(billing, user.email, customer)) || getIntroUsedAt(subscriptions) !== null
  const intro = isIntroductory(offer, introUsed, acceptsRegular)
  return sellTo(billing, offer, { user, email: user.email, customer, intro })
}

/**
 * Returns the past memberships of a user's customer.
 *
 * @throws RequestProblem 409 `already_subscribed`, `membership_unpaid` or `payment_processing` when one has not
 * ended
 */
async function pastMemberships(
  billing: Billing,
  user: User,
  customer: string,
): Promise<Stripe.Subscription[]> {
  const { stripe, database } = billing
  const subscriptions = await listMemberships(stripe, customer)
  const known = await database.sql(`select from subscriptions where user_id = $1 and status = any ($2)`, [
    user.id,
    liveStatuses,
  ])
  if (filterLiveSubscriptions(subscriptions).length > 0 || known.length > 0) {
    // Only one of the two has the membership, so the mirror is stale.
    await mirrorCustomer(billing, customer)
  }
  if (await isPaymentProcessing(stripe, subscriptions)) throw new RequestProblem(409, 'payment_processing')
  const live = filterLiveSubscriptions(subscriptions)
  if (live.length > 0)
    throw (await unpaidProblem(billing, user, live)) ?? new RequestProblem(409, 'already_subscribed')
  return subscriptions
}

/** Creates the refusal of a second purchase by a user in arrears. It contains the URL of the open invoice. */
async function unpaidProblem(
  billing: Billing,
  user: User,
  live: readonly Stripe.Subscription[],
): Promise<RequestProblem | undefined> {
  const { stripe, graceDays } = billing
  const unpaid = live.find((one) => isUnpaid(parseStatus(one)))
  if (!unpaid || (await filterEntitled(stripe, live, { now: billing.now(), graceDays })).length)
    return undefined
  // Stripe restores a subscription with the payment of its newest invoice.
  const [open] = (await stripe.invoices.list({ subscription: unpaid.id, status: 'open', limit: 1 })).data
  const pay_url = open?.hosted_invoice_url ?? (await openPortal(billing, user))
  return new RequestProblem(409, 'membership_unpaid', { details: { pay_url } })
}

async function sellToGuest(
  billing: Billing,
  offer: PublishedOffer,
  { email, guestToken }: Guest,
  { acceptsRegular }: CheckoutRequest,
): Promise<CheckoutResult> {
  const intro = isIntroductory(offer, await hasUsedIntroduction(billing, email), acceptsRegular)
  const customer = await createGuestCustomer(billing.stripe, email)
  return sellTo(billing, offer, { user: undefined, email, customer, intro, guestToken })
}

/**
 * Whether a purchase has the introductory price.
 *
 * @throws RequestProblem 409 `intro_used` when the buyer has used it and has not accepted the regular price
 */
function isIntroductory({ terms }: PublishedOffer, introUsed: boolean, acceptsRegular: boolean): boolean {
  if (computeIntroDiscount(terms) <= 0) return false
  if (introUsed && !acceptsRegular) throw new RequestProblem(409, 'intro_used')
  return !introUsed
}

/** Whether a membership that was bought as a guest with this email waits to be claimed. */
async function hasClaim({ database }: Billing, { email }: User): Promise<boolean> {
  const rows = await database.sql(
    `select from claims join subscriptions using (stripe_customer_id)
      where claims.claimed_at is null and lower(claims.email) = lower($1)
        and subscriptions.status = any ($2)`,
    [email, liveStatuses],
  )
  return rows.length > 0
}

async function sellTo(
  billing: Billing,
  offer: PublishedOffer,
  buyer: Pick<Purchase, 'user' | 'email' | 'customer' | 'intro' | 'guestToken'>,
): Promise<CheckoutResult> {
  const { stripe } = billing
  const catalog = await ensureCatalog(stripe, offer.terms)
  await recordOfferChange(billing, offer, catalog.price)
  const purchase: Purchase = { ...buyer, offer, catalog, siteOrigin: billing.siteOrigin }
  // A guest's customer is new, so it has no open checkouts.
  const open = buyer.user && (await findReusableSession(billing, purchase, buyer.user))
  const session = open ?? (await stripe.checkout.sessions.create(checkoutParams(purchase)))
  await verifyAmount(stripe, session, purchase)
  await recordConsent(billing, session, purchase)
  return { url: session.url, sessionId: session.id }
}

/** Stripe's limit for the text beside the button. Characters. */
const maxSubmitText = 1200

/** Returns the terms for the text beside Checkout's button. */
function termsText({ offer: { terms }, intro }: Pick<Purchase, 'offer' | 'intro'>): string {
  return (intro ? formatRenewalTerms(terms) : formatRegularTerms(terms)).slice(0, maxSubmitText)
}

/** The buyer's consent in Checkout, with the renewal terms; undefined while no text is published. */
function consentText(purchase: Purchase): string | undefined {
  const { offer, siteOrigin } = purchase
  const values = { page: `${siteOrigin}/terms`, terms: termsText(purchase) }
  const text = fillTemplate(offer.consent, values)
  // A truncated text would state only half of the terms.
  return text && text.length <= maxSubmitText ? text : undefined
}

/**
 * The parameters of Checkout. One discount at most, and none beside `allow_promotion_codes`.
 * https://docs.stripe.com/api/checkout/sessions/create
 */
function checkoutParams(purchase: Purchase): Stripe.Checkout.SessionCreateParams {
  const { offer, catalog, user, customer, intro, guestToken, siteOrigin } = purchase
  const consent = consentText(purchase)
  const metadata = {
    terms_version: offer.version,
    offer_revision: offer.revision,
    intro: String(intro),
    price: catalog.price,
    ...siteMetadata,
    ...(user ? { user_id: user.id } : {}),
  }
  return {
    mode: 'subscription',
    line_items: [{ price: catalog.price, quantity: 1 }],
    ...(intro && catalog.coupon ? { discounts: [{ coupon: catalog.coupon }] } : {}),
    customer,
    // Otherwise a setting of the dashboard charges in the buyer's currency, which the terms don't name.
    adaptive_pricing: { enabled: false },
    // A guest's customer has only an email, and an invoice needs the payer's name.
    ...(user ? { client_reference_id: user.id } : { customer_update: { name: 'auto', address: 'auto' } }),
    success_url: `${siteOrigin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${siteOrigin}${offerPath}`,
    consent_collection: { terms_of_service: 'required' },
    expires_at: Math.floor(Date.now() / 1000) + checkoutLifetimeSeconds,
    custom_text: {
      submit: { message: termsText(purchase) },
      ...(consent ? { terms_of_service_acceptance: { message: consent } } : {}),
    },
    metadata: { ...metadata, ...(guestToken ? { guest_mark: hashGuestToken(guestToken) } : {}) },
    subscription_data: { metadata: { ...metadata, tier: offer.terms.name } },
  }
}

/** Resumes an open checkout on the same terms, and closes all others, so that the buyer cannot pay twice. */
async function findReusableSession(
  billing: Billing,
  { offer, customer, intro, catalog }: Purchase,
  user: User,
): Promise<Stripe.Checkout.Session | undefined> {
  const { stripe } = billing
  let found: Stripe.Checkout.Session | undefined
  for await (const session of listOpenCheckouts(stripe, customer)) {
    const { terms_version, intro: given, price } = session.metadata ?? {}
    const same = terms_version === offer.version && given === String(intro) && price === catalog.price
    if (same && session.url && hasTime(session) && !found) found = session
    // A checkout that cannot be closed has just been paid.
    else if (!(await closeCheckout(stripe, session.id))) await pastMemberships(billing, user, customer)
  }
  return found
}

/** Whether a checkout has enough time left to pay. */
function hasTime({ expires_at }: Stripe.Checkout.Session): boolean {
  return expires_at > Date.now() / 1000 + checkoutLifetimeSeconds / 4
}

/** Requires that the price on the page is the price that Stripe charges. */
async function verifyAmount(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { offer, intro }: Purchase,
): Promise<void> {
  const { currency, regularPrice } = offer.terms
  const expected = intro ? computeCharge(1, offer.terms) : regularPrice
  if (session.amount_total === expected && session.currency === currency) return
  await stripe.checkout.sessions.expire(session.id).catch(() => {})
  throw createMismatchProblem(
    `${session.id} asks ${session.amount_total} ${session.currency} instead of ${expected} ${currency}`,
  )
}

async function recordConsent(
  { database, now, hashIdentity }: Billing,
  session: Stripe.Checkout.Session,
  { offer, user, email, customer, intro }: Purchase,
): Promise<void> {
  await database.sql(
    `insert into consents (stripe_session_id, user_id, stripe_customer_id, offer_revision, terms_version,
       legal_revision, intro, shown_at, address_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (stripe_session_id) do nothing`,
    [
      session.id,
      user?.id ?? null,
      customer,
      offer.revision,
      offer.version,
      offer.legalRevision,
      intro,
      now(),
      intro || !user ? hashIdentity(email) : null,
    ],
  )
}
