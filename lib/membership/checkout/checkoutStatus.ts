import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import type { Billing } from '../context'
import { findMembershipItem, isSiteCheckout } from '../membershipProduct'
import { endedStatuses, isLive } from '../mirror/entitlement'
import { feeExpandFields, getFees, getRegularPayment } from '../mirror/fees'
import { getAccessStatus, isPaymentProcessing, previewNextInvoice } from '../mirror/stripeState'
import { getId, isMissing, toDate } from '../stripe'
import { hashGuestToken } from './hashGuestToken'

/**
 * Limits requests that read a checkout, for each user or network, since any client with a session's id can send them.
 */
const limit: RateLimit = { name: 'checkout-status', count: 120, seconds: 600 }

/** The response for the page after Checkout. The session's id reveals a purchase, but signs no user in. */
export type CheckoutStatus = {
  /**
   * `open` is unpaid, `processing` waits for the bank, `complete` is paid, `ended` was paid and the membership is
   * over, `expired` cannot be paid any more.
   */
  state: 'open' | 'processing' | 'complete' | 'ended' | 'expired'
  /** `you` for the requesting user's own checkout, `guest` for one that belongs to no account, otherwise `user`. */
  owner: 'you' | 'user' | 'guest'
  /** The email of a guest, masked except in the buying browser; null for any other buyer. */
  email: string | null
  /** The payment and the next one; null unless the state is `complete` and the buyer requests it. */
  receipt: CheckoutReceipt | null
}

/** The amounts of a purchase, in the smallest unit of `currency`. */
export type CheckoutReceipt = {
  paid_amount: number | null
  currency: string | null
  /** ISO 8601; null when nothing more is charged, or Stripe has no preview of the next invoice. */
  next_date: string | null
  next_amount: number | null
  /** The first payment of the regular price; null when the next payment has that price. */
  regular_date: string | null
  regular_amount: number | null
}

/**
 * Retrieves a checkout of the site.
 *
 * @param sender - a user's id, or a fingerprint of the client's network
 * @throws RequestProblem 404 `no_checkout`, 429 `too_many_requests`
 */
export async function retrieveCheckout(
  billing: Billing,
  id: string,
  sender: string,
): Promise<Stripe.Checkout.Session> {
  await enforceRateLimit(billing.database, limit, sender)
  const session = await billing.stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
    throw isMissing(error) ? new RequestProblem(404, 'no_checkout') : error
  })
  if (!isSiteCheckout(session)) throw new RequestProblem(404, 'no_checkout')
  return session
}

/**
 * Returns the status of a checkout.
 *
 * @param sender - a fingerprint of the client's network
 * @param userId - the id of the requesting user, when signed in
 * @param guestToken - the token of the requesting browser; a guest gets the receipt only in the browser that began the
 * checkout, and for a day
 * @throws RequestProblem 404 `no_checkout`, 429 `too_many_requests`
 */
export async function getCheckoutStatus(
  billing: Billing,
  sessionId: string,
  sender: string,
  userId: string | undefined,
  guestToken?: string,
): Promise<CheckoutStatus> {
  const session = await retrieveCheckout(billing, sessionId, userId ?? sender)
  const buyerReference = session.client_reference_id
  const ownerId = buyerReference ? null : await findOwner(billing, getId(session.customer))
  const isGuest = !buyerReference && ownerId === null
  const subscription = await retrieveSubscription(billing.stripe, session)
  const state = await getState(billing.stripe, session, subscription)
  const isOwn =
    userId !== undefined && (ownerId === userId || buyerReference === billing.hashIdentity(userId))
  const owner = isGuest ? 'guest' : isOwn ? 'you' : 'user'
  const isBuyer =
    owner === 'you' ||
    (owner === 'guest' && hasGuestToken(session, guestToken) && isRecent(session, billing.now()))
  const email = owner === 'guest' ? (session.customer_details?.email ?? null) : null
  return {
    state,
    receipt:
      state === 'complete' && isBuyer ? await createReceipt(billing.stripe, session, subscription) : null,
    owner,
    email: isBuyer ? email : maskEmail(email),
  }
}

/** Whether the browser with this token began a checkout. The session's id is no proof, since it is in URLs. */
function hasGuestToken({ metadata }: Stripe.Checkout.Session, guestToken: string | undefined): boolean {
  return guestToken !== undefined && metadata?.guest_mark === hashGuestToken(guestToken)
}

/** Whether a checkout is at most a day old. After that, a browser's token does not suffice for the receipt. */
function isRecent({ created }: Stripe.Checkout.Session, now: Date): boolean {
  return now.getTime() / 1000 - created < 86_400
}

/** Retrieves the subscription of a completed session; undefined for other sessions. */
async function retrieveSubscription(
  stripe: Stripe,
  { status, subscription }: Stripe.Checkout.Session,
): Promise<Stripe.Subscription | undefined> {
  const id = status === 'complete' && getId(subscription)
  return id ? stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] }) : undefined
}

async function createReceipt(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  subscription: Stripe.Subscription | undefined,
): Promise<CheckoutReceipt> {
  // When the preview fails, as without the permission for it, the receipt has no next payment.
  const next = subscription && (await previewNextInvoice(stripe, subscription).catch(() => null))
  const item = subscription && findMembershipItem(subscription)
  const currentPeriodEnd = toDate(item?.current_period_end)
  const regular =
    next &&
    getRegularPayment({
      price: item?.price.unit_amount ?? null,
      introEndsAt: getFees(subscription, null).introEndsAt,
      currentPeriodEnd,
    })
  return {
    paid_amount: session.amount_total,
    currency: session.currency,
    next_date: (next && currentPeriodEnd?.toISOString()) ?? null,
    next_amount: next?.amount_due ?? null,
    regular_date: regular?.date.toISOString() ?? null,
    regular_amount: regular?.amount ?? null,
  }
}

async function getState(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  subscription: Stripe.Subscription | undefined,
): Promise<CheckoutStatus['state']> {
  if (session.status === 'open') return 'open'
  if (session.status !== 'complete') return 'expired'
  const isPaid = session.payment_status !== 'unpaid'
  if (!subscription) return isPaid ? 'complete' : 'processing'
  // The session's own status does not change when a bank refuses the payment later, or when the subscription ends.
  if (isPaid) return endedStatuses.includes(subscription.status) ? 'ended' : 'complete'
  if (isLive(getAccessStatus(subscription))) return 'complete'
  return (await isPaymentProcessing(stripe, [subscription])) ? 'processing' : 'expired'
}

/** Finds the user to whom a customer belongs; null for a guest. */
async function findOwner({ database }: Billing, customer: string | undefined): Promise<string | null> {
  const [row] = await database.sql<{ userId: string | null }>(
    'select user_id as "userId" from customers where stripe_customer_id = $1',
    [customer ?? null],
  )
  return row?.userId ?? null
}

/** Masks an email, except its first letter and domain: "a…@example.com". Null without an email. */
export function maskEmail(email: string | null): string | null {
  const [, firstLetter, domain] = /^(.).*(@[^@]+)$/u.exec(email ?? '') ?? []
  return firstLetter && domain ? `${firstLetter}…${domain}` : null
}
