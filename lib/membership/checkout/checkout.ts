import type Stripe from 'stripe'
import { runAfterResponse } from '@/lib/afterResponse'
import { RequestProblem } from '@/lib/api/problem'
import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import type { User } from '@/lib/auth/server/requireUser'
import { createAccountLink } from '@/lib/auth/server/signInLink'
import { LeaseBusy, withLease } from '@/lib/database/lease'
import { enforceRateLimit, type RateLimit, withRateLimit } from '@/lib/database/rateLimit'
import { getErrorCode } from '@/lib/errorCode'
import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import { raiseAlert } from '../alerts'
import type { Billing } from '../context'
import { composeMail } from '../mail/change'
import { mailWelcomeAgain } from '../mail/dueMails'
import { readMirrored } from '../mirror/checkSubscription'
import { hasUsedIntroduction } from '../mirror/customers'
import { computeEntitlement, isLive } from '../mirror/entitlement'
import { isPaymentProcessing, isUnpaid, retrieveIncomplete } from '../mirror/stripeState'
import { createMismatchProblem, ensureCatalog } from '../offer/catalog'
import { computeCharge, computeIntroDiscount, formatRegularTerms, formatRenewalTerms } from '../offer/offer'
import { offerPath } from '../offer/offerPath'
import type { OfferTermsResponse } from '../offer/offerTermsResponse'
import type { PublishedOffer } from '../offer/publishedOffer'
import { isInvalidRequest } from '../stripe'
import { type CheckoutPurchase, createCheckoutParams } from './checkoutParams'
import { checkoutLifetimeSeconds, closeCheckout, hasMembership, listOpenCheckouts } from './checkouts'
import { createGuestCustomer, ensureCustomer } from './customer'
import type { VisitSource } from './visitSource'

const userLimit: RateLimit = { name: 'checkout-user', count: 20, seconds: 600 }
const guestNetworkLimit: RateLimit = { name: 'checkout-guest', count: 10, seconds: 600 }
/** For each guest's email, across networks, since the response reveals whether it has had a membership. */
const emailLimit: RateLimit = { name: 'checkout-address', count: 20, seconds: 600 }
/** For each IPv6 /48 network, since a provider may assign all of it to one customer. */
const guestIpv6SiteLimit: RateLimit = { name: 'checkout-guest-site', count: 40, seconds: 600 }
/** For all guests of a site without Turnstile, so that a client with many networks can't flood the Stripe account. */
const allGuestsLimit: RateLimit = { name: 'checkout-guests', count: 300, seconds: 600, code: 'guests_paused' }
/**
 * Sign-in emails to one recipient: one per minute, as the account service allows, and four per 15 minutes. Even if a
 * stranger uses up both limits, the owner's newest email has a working link, and the sign-in page sends another.
 */
const signInMailLimit: RateLimit = { name: 'checkout-sign-in-mail', count: 1, seconds: 60 }
const signInMailsLimit: RateLimit = { name: 'checkout-sign-in-mails', count: 4, seconds: 900 }

/** A buyer who is not signed in. The email is not confirmed. */
export type Guest = {
  /** A fingerprint of the client's network. */
  network: string
  /** A fingerprint of the IPv6 /48 network that contains that network. */
  ipv6Site?: string | undefined
  email: string
  guestToken?: string | undefined
  /** A Turnstile token. */
  captcha?: string | undefined
  /** The visitor's IP, for the account service's email rate limit. */
  clientIp?: string | undefined
}

export type Buyer = { user: User } | Guest

type CheckoutRequest = {
  /** The version of the terms that the page showed. */
  offerVersion: string
  /** Whether the buyer has accepted the regular price, because the introductory price was used before. */
  acceptsRegular: boolean
  visitSource?: VisitSource
}

/** A checkout, with Stripe's payment URL, which is null when Stripe returned none. */
type CheckoutResult = { url: string | null; sessionId: string }

/**
 * Starts a checkout, or resumes a user's open checkout with the same terms.
 *
 * @throws RequestProblem 409 `offer_changed`, `already_subscribed`, `membership_ending`, `membership_unpaid`,
 * `payment_processing`, `intro_used`, `sign_in_required` or `checkout_busy`; 400 `email_invalid` or, for users,
 * `account_email_invalid`; 401 `session_not_found`; 429 `too_many_requests` or, for guests, `captcha_required` or
 * `guests_paused`; 503 `offer_unavailable`, `offer_mismatch`, `checkout_refused` or `accounts_unavailable`
 */
export async function createCheckout(
  billing: Billing,
  buyer: Buyer,
  request: CheckoutRequest,
): Promise<CheckoutResult> {
  const { database } = billing
  if ('user' in buyer) await enforceRateLimit(database, userLimit, buyer.user.id)
  else {
    await enforceRateLimit(database, guestNetworkLimit, buyer.network)
    if (buyer.ipv6Site) await enforceRateLimit(database, guestIpv6SiteLimit, buyer.ipv6Site)
    await enforceRateLimit(database, emailLimit, billing.hashIdentity(buyer.email))
  }
  const offer = await billing.offer()
  if (offer.version !== request.offerVersion) {
    // The refusal contains the current terms, since a cache may still serve the old page.
    const current: OfferTermsResponse = {
      version: offer.version,
      renewal_terms: formatRenewalTerms(offer.terms),
      regular_terms: formatRegularTerms(offer.terms),
    }
    throw new RequestProblem(409, 'offer_changed', { details: { offer: current } })
  }
  if (!('user' in buyer))
    return limitGuests(billing, buyer, () => sellToGuest(billing, offer, buyer, request))
  const { user } = buyer
  const sell = () => sellToUser(billing, offer, user, request)
  return withLease(database, `buyer:${billing.hashIdentity(user.id)}`, sell, { timeoutMs: 5000 }).catch(
    (error: unknown) => {
      throw error instanceof LeaseBusy ? new RequestProblem(409, 'checkout_busy') : error
    },
  )
}

/** Sells to a guest with a Turnstile token or, on a site without Turnstile, within {@link allGuestsLimit}. */
async function limitGuests<Result>(
  { database, verifyCaptcha, now }: Billing,
  { captcha }: Guest,
  sell: () => Promise<Result>,
): Promise<Result> {
  if (verifyCaptcha) {
    if (!captcha || !(await verifyCaptcha(captcha))) throw new RequestProblem(429, 'captcha_required')
    return sell()
  }
  return withRateLimit(database, allGuestsLimit, 'all', sell).catch(async (error: unknown) => {
    if (getErrorCode(error) === allGuestsLimit.code) {
      const text = `Guests started ${allGuestsLimit.count} checkouts in ${allGuestsLimit.seconds / 60} minutes (checkout-guests). For now, guests need an account to buy.`
      await raiseAlert(database.sql, `checkout-guests ${now().toISOString().slice(0, 10)}`, text)
    }
    throw error
  })
}

const hasIntroductoryPrice = ({ terms }: PublishedOffer) => computeIntroDiscount(terms) > 0

async function sellToUser(
  billing: Billing,
  offer: PublishedOffer,
  user: User,
  { acceptsRegular, visitSource }: CheckoutRequest,
): Promise<CheckoutResult> {
  const customer = await ensureCustomer(billing, user)
  await requireNoMembership(billing, user)
  // A user who owns the email would already have the purchase. The emailed link proves ownership.
  if (await hasMembership(billing, user.email, 'guest')) return requireSignIn(billing, user)
  const hasUsedIntro = await hasUsedIntroduction(billing, user.email, user.id)
  if (hasUsedIntro && !acceptsRegular && hasIntroductoryPrice(offer))
    throw new RequestProblem(409, 'intro_used')
  const isIntroductory = hasIntroductoryPrice(offer) && !hasUsedIntro
  return openSession(billing, offer, { user, email: user.email, customer, isIntroductory, visitSource })
}

/**
 * Requires that a user has no membership, and that no bank is processing a payment for one, according to the mirror,
 * which `ensureCustomer` has just updated.
 */
async function requireNoMembership(billing: Billing, user: User): Promise<void> {
  const { stripe } = billing
  const mirrored = await readMirrored(billing, user.id)
  const incomplete = await retrieveIncomplete(stripe, mirrored)
  if (await isPaymentProcessing(stripe, incomplete)) throw new RequestProblem(409, 'payment_processing')
  const { subscription, subscribed, ending, pastDue } = computeEntitlement(mirrored, billing)
  // With some payment methods, a bank can refuse the first payment after Stripe has activated the subscription.
  if ((pastDue && !subscribed) || incomplete.some(isUnpaid))
    throw new RequestProblem(409, 'membership_unpaid')
  if (subscription && isLive(subscription.status))
    throw new RequestProblem(409, ending ? 'membership_ending' : 'already_subscribed')
}

/**
 * Sells to a guest. The owner of an email that has or had a membership, or used the introductory price, must sign in
 * first.
 */
async function sellToGuest(
  billing: Billing,
  offer: PublishedOffer,
  guest: Guest,
  { visitSource }: CheckoutRequest,
): Promise<CheckoutResult> {
  const { email, guestToken } = guest
  if ((await hasMembership(billing, email, 'any')) || (await hasUsedIntroduction(billing, email)))
    return requireSignIn(billing, guest)
  const customer = await createGuestCustomer(billing.stripe, email)
  const isIntroductory = hasIntroductoryPrice(offer)
  return openSession(billing, offer, { email, customer, isIntroductory, guestToken, visitSource })
}

/**
 * Refuses a sale with the same response for every reason, and emails the owner a link after the response. It opens the
 * account if a membership is live or its first payment is processing, and otherwise the offer.
 */
function requireSignIn(billing: Billing, { email, clientIp }: Pick<Guest, 'email' | 'clientIp'>): never {
  const mailLink = async () => {
    const { mail, siteOrigin } = billing
    const path = (await hasMembership(billing, email, 'live')) ? pages.account.path : offerPath
    const next = skipPasswordStep(`${siteOrigin}${path}`)
    if (!mail) return billing.mailSignInLink(email, next, clientIp)
    // The account service would ask the owner of an unopened account to finish creating it.
    const url = await createAccountLink(siteOrigin, email, next)
    await mail.send(composeMail(await mail.texts(), 'buyer', email, { url }))
  }
  runAfterResponse(mailBuyer(billing, email, mailLink))
  throw new RequestProblem(409, 'sign_in_required')
}

/**
 * Sends a guest with a membership the welcome email again, with a new link. For anyone else, `mailLink` sends a sign-in
 * link. A failure is only logged, since the sign-in page sends another link.
 */
export async function mailBuyer(
  billing: Billing,
  email: string,
  mailLink: () => Promise<void>,
): Promise<void> {
  const { database, hashIdentity } = billing
  const mail = async () => {
    if (!(await mailWelcomeAgain(billing, email))) await mailLink()
  }
  const identity = hashIdentity(email)
  await withRateLimit(database, signInMailLimit, identity, () =>
    withRateLimit(database, signInMailsLimit, identity, mail),
  ).catch((error: unknown) => {
    if (getErrorCode(error) !== 'too_many_requests')
      log.warn('billing', 'checkout: emailing a link failed; the visitor can request another', error)
  })
}

async function openSession(
  billing: Billing,
  offer: PublishedOffer,
  buyer: Omit<CheckoutPurchase, 'offer' | 'catalog'>,
): Promise<CheckoutResult> {
  const { stripe, database, hashIdentity, now } = billing
  const { user, email, customer, isIntroductory } = buyer
  const { revision, terms, legalRevision } = offer
  const catalog = await ensureCatalog(stripe, offer.terms)
  const purchase: CheckoutPurchase = { ...buyer, offer, catalog }
  // A guest's customer is new, so it has no open checkouts.
  const reusable = user && (await findReusableSession(billing, purchase, user))
  const params = createCheckoutParams(billing, purchase)
  const session =
    reusable ??
    (await stripe.checkout.sessions.create(params).catch(async (cause: unknown) => {
      if (!isInvalidRequest(cause)) throw cause
      // Stripe refuses all checkouts, for example, while no payment method is turned on.
      await raiseAlert(
        billing.database.sql,
        `checkout-refused ${now().toISOString().slice(0, 10)}`,
        `Stripe rejects checkouts, so nothing can be sold: “${cause.message}” Fix this in Stripe, for example in its payment method settings, then try a checkout.`,
      )
      throw new RequestProblem(503, 'checkout_refused', { cause })
    }))
  await verifyAmount(stripe, session, purchase)
  const emailHash = hashIdentity(email)
  await database.sql(
    `insert into consents (stripe_session_id, user_id, stripe_customer_id, offer_revision, terms,
       legal_revision, intro, shown_at, address_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (stripe_session_id) do nothing`,
    [session.id, user?.id, customer, revision, terms, legalRevision, isIntroductory, now(), emailHash],
  )
  return { url: session.url, sessionId: session.id }
}

/** Finds an open checkout with these terms and this price. Closes any other checkout to prevent a second payment. */
async function findReusableSession(
  billing: Billing,
  { offer, customer, isIntroductory, catalog }: CheckoutPurchase,
  user: User,
): Promise<Stripe.Checkout.Session | undefined> {
  const { stripe } = billing
  let reusable: Stripe.Checkout.Session | undefined
  for (const session of await listOpenCheckouts(stripe, customer)) {
    const { terms_version, legal_revision, intro, price } = session.metadata ?? {}
    const hasSamePrice = intro === String(isIntroductory) && price === catalog.price
    const hasSameTerms = terms_version === offer.version && legal_revision === offer.legalRevision
    const hasTimeToPay = session.expires_at > Date.now() / 1000 + checkoutLifetimeSeconds / 4
    if (hasSameTerms && hasSamePrice && hasTimeToPay && session.url && !reusable) reusable = session
    else if (!(await closeCheckout(stripe, session.id))) {
      // A checkout that cannot be closed has just been paid.
      await ensureCustomer(billing, user)
      await requireNoMembership(billing, user)
    }
  }
  return reusable
}

/** Requires that the price on the page is the price that Stripe charges. Expires the session otherwise. */
async function verifyAmount(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { offer, isIntroductory }: CheckoutPurchase,
): Promise<void> {
  const { currency, regularPrice } = offer.terms
  const expectedAmount = isIntroductory ? computeCharge(1, offer.terms) : regularPrice
  if (session.amount_total === expectedAmount && session.currency === currency) return
  await stripe.checkout.sessions.expire(session.id).catch(() => {})
  throw createMismatchProblem(
    `${session.id} charges ${session.amount_total} ${session.currency} instead of ${expectedAmount} ${currency}`,
  )
}
