import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import { findMembershipItem, isMembership, isSiteCheckout, membershipProductId } from '../membershipProduct'
import { getExpanded, getId, isInvalidRequest, isMissing, toDate } from '../stripe'
import { endedStatuses, isLive, type Status } from './entitlement'
import { feeExpandFields, getFee, getIntroEnd, hasOtherDiscount } from './fees'

/** A customer's state in Stripe at one moment. */
export type StripeState = Awaited<ReturnType<typeof readStripeState>>

/** A subscription in the mirror. It counts as a membership even if staff change its product. */
type Mirrored = { id: string; status: Status }

/** Thrown when Stripe lacks a mirrored object: the key belongs to a different account, or test data was deleted. */
export class OtherStripeAccount extends RequestProblem {
  constructor(id: string) {
    super(503, 'billing_unavailable')
    this.message = `Stripe does not have ${id}: STRIPE_SECRET_KEY belongs to a different Stripe account, or test data was deleted. Check the key; no membership was changed.`
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Reads a customer and all its memberships from Stripe, ended ones included.
 *
 * @throws OtherStripeAccount as {@link listMemberships} does
 */
export async function readStripeState(stripe: Stripe, customerId: string, mirrored: readonly Mirrored[]) {
  const customer = await stripe.customers.retrieve(customerId)
  // Deleting a customer ends its subscriptions.
  const known = customer.deleted ? mirrored.map(({ id }) => ({ id, status: 'canceled' as const })) : mirrored
  const subscriptions = await listMemberships(stripe, customerId, known).catch((error: unknown) => {
    if (customer.deleted && isMissing(error)) return []
    throw error
  })
  const userId = customer.deleted ? undefined : customer.metadata.user_id
  return {
    email: customer.deleted ? null : customer.email,
    /** The user's id from the customer's metadata, which only this site writes. */
    userId: userId && uuidPattern.test(userId) ? userId : null,
    deleted: customer.deleted === true,
    subscriptions,
    /** The open invoices of memberships in arrears, newest first for each membership. */
    openInvoices: await readOpenInvoices(stripe, subscriptions),
  }
}

/**
 * Lists all memberships of a customer, in any status, with {@link feeExpandFields}.
 *
 * @throws OtherStripeAccount when Stripe lacks a mirrored membership that has not ended. Customers that Stripe copies to
 * another account keep their ids, but lose their subscriptions:
 * https://docs.stripe.com/get-started/data-migrations/pan-copy-self-serve
 */
export async function listMemberships(stripe: Stripe, customer: string, mirrored: readonly Mirrored[] = []) {
  const memberships: Stripe.Subscription[] = []
  const expand = feeExpandFields.map((name) => `data.${name}`)
  const list = stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand })
  for await (const subscription of list)
    if (isMembership(subscription) || mirrored.some(({ id }) => id === subscription.id))
      memberships.push(subscription)
  for (const { id, status } of mirrored)
    if (!endedStatuses.includes(status) && !memberships.some((membership) => membership.id === id))
      throw new OtherStripeAccount(id)
  return memberships
}

/** Retrieves a subscription with {@link feeExpandFields}. */
export function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  return stripe.subscriptions.retrieve(id, { expand: [...feeExpandFields] })
}

/** Retrieves from Stripe the given memberships whose first payment is missing, according to the mirror. */
export function retrieveIncomplete(stripe: Stripe, rows: readonly Mirrored[]) {
  const incomplete = rows.filter(({ status }) => status === 'incomplete')
  return Promise.all(incomplete.map(({ id }) => retrieveSubscription(stripe, id)))
}

/** Reads the open invoices of the given subscriptions that are in arrears, newest first for each subscription. */
export async function readOpenInvoices(stripe: Stripe, subscriptions: readonly Stripe.Subscription[]) {
  const openInvoices: Stripe.Invoice[] = []
  for (const { id } of subscriptions.filter(isUnpaid)) {
    for await (const invoice of stripe.invoices.list({ subscription: id, status: 'open', limit: 100 }))
      openInvoices.push(invoice)
  }
  return openInvoices
}

/** Whether a renewal of a subscription is unpaid. */
export function isUnpaid({ status }: { status: string }): boolean {
  return status === 'past_due' || status === 'unpaid'
}

/** Whether a subscription is charged when its period ends; false if it ends then, or its collection is still paused. */
export function isRenewing(subscription: Stripe.Subscription): boolean {
  const { status, pause_collection } = subscription
  const isCharged = status === 'active' || status === 'trialing' || status === 'past_due'
  const resumesAt = pause_collection ? (pause_collection.resumes_at ?? Number.POSITIVE_INFINITY) : 0
  return isCharged && !endsWithPeriod(subscription) && resumesAt <= getPeriodEnd(subscription)
}

const getPeriodEnd = (subscription: Stripe.Subscription) =>
  findMembershipItem(subscription)?.current_period_end ?? 0

/** Whether a subscription is set to end by the end of its current period. */
export function endsWithPeriod(subscription: Stripe.Subscription): boolean {
  const { cancel_at, cancel_at_period_end } = subscription
  return cancel_at_period_end || (cancel_at !== null && cancel_at <= getPeriodEnd(subscription))
}

/**
 * Previews the next invoice of a membership; null when the membership is not charged at the end of its period. A
 * restricted key needs permission to write invoices: https://docs.stripe.com/api/invoices/create_preview
 */
export async function previewNextInvoice(stripe: Stripe, subscription: Stripe.Subscription) {
  if (!isRenewing(subscription)) return null
  try {
    return await stripe.invoices.createPreview({ subscription: subscription.id })
  } catch (error) {
    // The subscription may have just ended. Other errors, such as a missing tax address, are rethrown.
    if (!isInvalidRequest(error) || isRenewing(await stripe.subscriptions.retrieve(subscription.id)))
      throw error
    return null
  }
}

/** Maps a subscription, with {@link feeExpandFields}, to the fields of the mirror that depend on Stripe's state alone. */
export function toMirrored(subscription: Stripe.Subscription, openInvoices: readonly Stripe.Invoice[]) {
  const item = findMembershipItem(subscription)
  const status = getAccessStatus(subscription)
  const unpaid = openInvoices.filter(
    ({ parent }) => getId(parent?.subscription_details?.subscription) === subscription.id,
  )
  const unpaidTimes = [item?.current_period_start, ...unpaid.map(({ created }) => created)].flatMap(
    (at) => at ?? [],
  )
  const isInArrears = isUnpaid({ status })
  return {
    id: subscription.id,
    status,
    /** The membership's name in the offer at the time of purchase. */
    tier: subscription.metadata.tier ?? '',
    startedAt: new Date(subscription.created * 1000),
    currentPeriodEnd: toDate(item?.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: toDate(subscription.cancel_at),
    renews: isLive(status) && isRenewing(subscription),
    canceledAt: toDate(subscription.canceled_at),
    cancelReason: getCancelReason(subscription),
    endedAt: toDate(subscription.ended_at),
    // The period advances every month, even without payment; the date of the oldest open invoice does not change.
    pastDueSince: isInArrears && unpaidTimes.length ? toDate(Math.min(...unpaidTimes)) : null,
    /** When paused collection resumes; null if it is not paused, or has no resume date. */
    pauseEndsAt: status === 'paused' ? toDate(subscription.pause_collection?.resumes_at) : null,
    /** The unpaid amount of the open invoices of a membership in arrears; otherwise null. */
    amountDue: isInArrears ? unpaid.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0) : null,
    /** When the introductory price ends; null if there is none, or it has no end date. */
    introEndsAt: getIntroEnd(subscription),
    fee: getFee(subscription.latest_invoice),
    /** The regular price of a period; null while a coupon other than the introductory one reduces it. */
    price: (!hasOtherDiscount(subscription) && item?.price.unit_amount) || null,
    currency: subscription.currency,
  }
}

/** Returns the id of the dispute because of which the site canceled a subscription (`settleDisputes`). */
export const getDisputeId = ({ cancellation_details }: Stripe.Subscription) =>
  cancellation_details?.comment?.match(/^Disputed: (\w+)$/)?.[1]

/** Returns why a subscription was canceled; null if it was not, or was resumed. */
function getCancelReason(subscription: Stripe.Subscription) {
  if (subscription.canceled_at === null) return null
  return getDisputeId(subscription) ? 'payment_disputed' : (subscription.cancellation_details?.reason ?? null)
}

/** The fields of {@link toMirrored} that the site reads from the mirror. */
export type MirroredState = Omit<ReturnType<typeof toMirrored>, 'renews' | 'canceledAt' | 'fee'>

/** Returns the first payment at the regular price (smallest currency unit); null when it comes next, or is unknown. */
export function getRegularPayment({ price, introEndsAt, currentPeriodEnd }: MirroredState) {
  if (price === null || !introEndsAt || !currentPeriodEnd) return null
  // The discount ends at about the time of the first regular invoice, so a difference of up to a day is ignored.
  return introEndsAt.getTime() > currentPeriodEnd.getTime() + 86_400_000
    ? { amount: price, date: introEndsAt }
    : null
}

/**
 * Whether the first invoice of a subscription is unpaid or void. For some delayed payment methods, such as ACH, Stripe
 * activates a subscription before it is paid: https://docs.stripe.com/billing/subscriptions/overview#payment-status
 */
function isFirstInvoiceUnpaid({ latest_invoice }: Stripe.Subscription): boolean {
  const invoice = getExpanded(latest_invoice)
  return invoice?.billing_reason === 'subscription_create' && invoice.status !== 'paid'
}

/**
 * Returns the status that determines access: Stripe's, except `incomplete` until the first invoice is paid,
 * `incomplete_expired` if it never was, and `paused` while staff have paused collection, which leaves Stripe's own status unchanged.
 * https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export function getAccessStatus(subscription: Stripe.Subscription): Status {
  const { status } = subscription
  if (isFirstInvoiceUnpaid(subscription)) {
    if (isLive(status)) return 'incomplete'
    if (status === 'canceled') return 'incomplete_expired'
  }
  const isPaid = status === 'active' || status === 'trialing'
  return isPaid && subscription.pause_collection ? 'paused' : status
}

/** Whether a subscription has been paid for at least once. */
export function wasEverPaid(subscription: Stripe.Subscription): boolean {
  return !subscription.status.startsWith('incomplete') && !isFirstInvoiceUnpaid(subscription)
}

/**
 * Whether the introductory price counts as used: a subscription was bought in a checkout or cost something. A
 * membership that staff give away does not count.
 */
export function hasUsedIntroPrice(subscriptions: readonly Stripe.Subscription[]): boolean {
  return subscriptions.some((subscription) => {
    const { metadata, latest_invoice } = subscription
    const isFree = getExpanded(latest_invoice)?.total === 0
    return wasEverPaid(subscription) && (metadata.product === membershipProductId || !isFree)
  })
}

/**
 * Whether a bank or Klarna is still processing the first payment of one of these subscriptions. Such a subscription
 * gives no access yet, but its owner must not buy another in the meantime.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export async function isPaymentProcessing(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  for (const subscription of subscriptions) {
    const payments = await readFirstPayments(stripe, subscription)
    if (payments.some(({ status }) => status === 'processing')) return true
  }
  return false
}

/** Finds the completed checkout of this site in which a subscription was bought. */
export async function findCheckout(stripe: Stripe, subscription: string) {
  const params = { subscription, status: 'complete', limit: 1 } as const
  return (await stripe.checkout.sessions.list(params)).data.find(isSiteCheckout)
}

/**
 * Whether a bank or Klarna has declined the first payment of a subscription after its checkout on this site was
 * completed. Stripe leaves such a subscription `incomplete`, and its invoice payable.
 * https://docs.stripe.com/payments/checkout/fulfill-orders
 */
export async function isFirstPaymentDeclined(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<boolean> {
  if (subscription.status !== 'incomplete' || !(await findCheckout(stripe, subscription.id))) return false
  const payments = await readFirstPayments(stripe, subscription)
  const isDeclined = ({ status, last_payment_error }: Stripe.PaymentIntent) =>
    last_payment_error !== null && (status === 'requires_payment_method' || status === 'canceled')
  return payments.length > 0 && payments.every(isDeclined)
}

/** Reads the payments of the first invoice of a subscription that is still waiting for it. */
async function readFirstPayments(stripe: Stripe, subscription: Stripe.Subscription) {
  const isIncomplete = getAccessStatus(subscription) === 'incomplete'
  const invoice = isIncomplete ? getId(subscription.latest_invoice) : undefined
  if (!invoice) return []
  const { payments } = await stripe.invoices.retrieve(invoice, { expand: ['payments'] })
  const ids = payments?.data.flatMap(({ payment }) => getId(payment.payment_intent) ?? []) ?? []
  return Promise.all(ids.map((id) => stripe.paymentIntents.retrieve(id)))
}
