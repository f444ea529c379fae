import { hash } from 'node:crypto'
import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import type { Billing } from '../context'
import { isSiteCheckout } from '../membershipProduct'
import { endedStatuses, isLive } from '../mirror/entitlement'
import {
  getAccessStatus,
  getRegularPayment,
  isPaymentProcessing,
  previewNextInvoice,
  retrieveSubscription,
  toMirrored,
} from '../mirror/stripeState'
import { getId, isMissing } from '../stripe'

/** Hashes a guest token (`getGuestToken`) for the metadata of a Checkout session, so that Stripe never receives it. */
export const hashGuestToken = (guestToken: string): string => hash('sha256', guestToken)

/** Per user or network, since any client with a session's id can read its checkout. */
const limit: RateLimit = { name: 'checkout-status', count: 120, seconds: 600 }

/** The response for the page after Checkout. The session's id reveals a purchase, but does not sign the user in. */
export type CheckoutStatus = Awaited<ReturnType<typeof getCheckoutStatus>>

/** The amounts of a purchase, in the smallest unit of `currency`, and the dates of its payments (ISO 8601). */
export type CheckoutReceipt = Awaited<ReturnType<typeof createReceipt>>

/**
 * Returns the status of one of the site's checkouts.
 *
 * @param sender - a fingerprint of the client's network
 * @param userId - the id of the requesting user, when signed in
 * @param guestToken - the token of the requesting browser; a guest gets the receipt only in the browser that began the
 * checkout, and only for a day
 * @throws RequestProblem 404 `no_checkout`, 429 `too_many_requests`
 */
export async function getCheckoutStatus(
  { stripe, database, hashIdentity, now }: Billing,
  sessionId: string,
  sender: string,
  userId: string | undefined,
  guestToken?: string,
) {
  await enforceRateLimit(database, limit, userId ?? sender)
  const session = await stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
    throw isMissing(error) ? new RequestProblem(404, 'no_checkout') : error
  })
  if (!isSiteCheckout(session)) throw new RequestProblem(404, 'no_checkout')
  const { client_reference_id: buyerReference, customer_details, metadata, created } = session
  const [customer] = await database.sql<{ userId: string | null }>(
    'select user_id as "userId" from customers where stripe_customer_id = $1',
    [getId(session.customer) ?? null],
  )
  const ownerId = buyerReference ? null : (customer?.userId ?? null)
  const isOwn = userId !== undefined && (ownerId === userId || buyerReference === hashIdentity(userId))
  const isGuest = !buyerReference && !ownerId
  // The session's id proves nothing, since it appears in URLs.
  const isBuyingBrowser =
    guestToken !== undefined &&
    metadata?.guest_mark === hashGuestToken(guestToken) &&
    now().getTime() / 1000 - created < 86_400
  const isBuyer = isOwn || (isGuest && isBuyingBrowser)
  const subscriptionId = session.status === 'complete' ? getId(session.subscription) : undefined
  const subscription = subscriptionId ? await retrieveSubscription(stripe, subscriptionId) : undefined
  const state = await getState(stripe, session, subscription)
  const email = customer_details?.email ?? null
  const isPaying = state === 'complete' || state === 'processing'
  const othersState = isGuest ? 'guest' : userId ? 'otherAccount' : 'signIn'
  return {
    /** A paid checkout is `complete` only for its own user; otherwise, the state says whose it is. */
    state: state === 'complete' && !isOwn ? othersState : state,
    /** The payment and the next one; null unless it is paid or processing and the buyer requests it. */
    receipt: isPaying && isBuyer ? await createReceipt(stripe, session, subscription) : null,
    /** The buyer's email; for anyone else, a guest's is masked, and a user's is null. */
    email: isBuyer ? email : isGuest ? maskEmail(email) : null,
  } as const
}

async function createReceipt(
  stripe: Stripe,
  { amount_total, currency }: Stripe.Checkout.Session,
  subscription: Stripe.Subscription | undefined,
) {
  // When the preview fails, for example without permission, the receipt has no next payment.
  const next = subscription && (await previewNextInvoice(stripe, subscription).catch(() => null))
  const mirrored = next && toMirrored(subscription, [])
  const regular = mirrored && getRegularPayment(mirrored)
  return {
    amount: amount_total,
    currency,
    /** Null when nothing more is charged, or Stripe has no preview of the next invoice. */
    next_date: mirrored?.currentPeriodEnd?.toISOString() ?? null,
    next_amount: next?.amount_due ?? null,
    /** The first payment at the regular price; null when that is the next payment, or none is known. */
    regular_date: regular?.date.toISOString() ?? null,
    regular_amount: regular?.amount ?? null,
  }
}

/**
 * Returns the state of a checkout: `open` is unpaid or expired, `processing` waits for Klarna or a bank, which has not
 * confirmed a `declined` one, `complete` is paid, `ended` was paid and the membership is over.
 */
async function getState(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  subscription: Stripe.Subscription | undefined,
) {
  if (session.status !== 'complete') return 'open'
  const isPaid = session.payment_status !== 'unpaid'
  if (!subscription) return isPaid ? 'complete' : 'processing'
  // The session's own status does not change when a bank refuses the payment later, or when the subscription ends.
  if (isPaid) return endedStatuses.includes(subscription.status) ? 'ended' : 'complete'
  if (isLive(getAccessStatus(subscription))) return 'complete'
  return (await isPaymentProcessing(stripe, [subscription])) ? 'processing' : 'declined'
}

/** Masks an email, except its first letter and domain: "a…@example.com". Null without an email. */
export function maskEmail(email: string | null): string | null {
  const [, firstLetter, domain] = /^(.).*(@[^@]+)$/u.exec(email ?? '') ?? []
  return firstLetter && domain ? `${firstLetter}…${domain}` : null
}
