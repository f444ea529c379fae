import type Stripe from 'stripe'
import { findMembershipItem, isMembership } from '../membershipProduct'
import { getId, isInvalidRequest, isMissing, toDate } from '../stripe'
import { isEntitled, isLive, type MirroredSubscription, type Status, statuses } from './entitlement'
import { feeExpandFields } from './fees'

/** Stripe's state of a customer at one moment. */
export type StripeState = {
  email: string | null
  /** The user in the customer's metadata, which only this site writes. */
  userId: string | null
  deleted: boolean
  subscriptions: Stripe.Subscription[]
  /** When the oldest open invoice of each subscription in arrears was created, by subscription. Seconds since 1970. */
  unpaidSince: ReadonlyMap<string, number>
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads a customer and all its memberships from Stripe, ended ones included. */
export async function readStripeState(stripe: Stripe, customerId: string): Promise<StripeState> {
  const customer = await stripe.customers.retrieve(customerId)
  const subscriptions = await listMemberships(stripe, customerId).catch((error: unknown) => {
    if (customer.deleted && isMissing(error)) return []
    throw error
  })
  const unpaidSince = await readUnpaidSince(stripe, subscriptions)
  const userId = customer.deleted ? undefined : customer.metadata.user_id
  return {
    email: customer.deleted ? null : customer.email,
    userId: userId && uuidPattern.test(userId) ? userId : null,
    deleted: customer.deleted === true,
    subscriptions,
    unpaidSince,
  }
}

/** Whether a status means that a renewal is unpaid. */
export function isUnpaid(status: Status): boolean {
  return status === 'past_due' || status === 'unpaid'
}

/**
 * Reads when the oldest open invoice of each subscription in arrears was created. Seconds since 1970, by
 * subscription.
 */
async function readUnpaidSince(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<Map<string, number>> {
  const unpaidSince = new Map<string, number>()
  for (const { id, status } of subscriptions) {
    if (!isUnpaid(parseStatus({ status }))) continue
    // Stripe lists the newest first, so the oldest invoice is written last.
    for await (const { created } of stripe.invoices.list({ subscription: id, status: 'open', limit: 100 }))
      unpaidSince.set(id, created)
  }
  return unpaidSince
}

/** The time and the grace period by which {@link isEntitled} decides. */
type AccessRules = { now: Date; graceDays: number }

/** Selects the subscriptions that give access by Stripe's state. */
export async function filterEntitled(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
  rules: AccessRules,
): Promise<Stripe.Subscription[]> {
  const unpaidSince = await readUnpaidSince(stripe, subscriptions)
  return subscriptions.filter((subscription) => givesAccess(subscription, unpaidSince, rules))
}

function givesAccess(
  subscription: Stripe.Subscription,
  unpaidSince: StripeState['unpaidSince'],
  { now, graceDays }: AccessRules,
): boolean {
  const mirrored = { ...toMirrored(subscription, unpaidSince), nextAmount: null, syncedAt: now }
  return isEntitled(mirrored, now, graceDays)
}

/**
 * Sorts the subscriptions of a customer that still exist: those that give access before the others, and older before
 * newer ones.
 */
export function rankLiveSubscriptions(
  { subscriptions, unpaidSince }: Pick<StripeState, 'subscriptions' | 'unpaidSince'>,
  rules: AccessRules,
): Stripe.Subscription[] {
  const rankAccess = (subscription: Stripe.Subscription) =>
    Number(!givesAccess(subscription, unpaidSince, rules))
  return filterLiveSubscriptions(subscriptions).toSorted(
    (a, b) => rankAccess(a) - rankAccess(b) || compareAge(a, b),
  )
}

/**
 * Lists all memberships of a customer, in any status, with their latest invoice and discounts expanded.
 */
export async function listMemberships(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const memberships: Stripe.Subscription[] = []
  const expand = feeExpandFields.map((name) => `data.${name}`)
  for await (const subscription of stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand,
  })) {
    if (isMembership(subscription)) memberships.push(subscription)
  }
  return memberships
}

/** Whether a subscription will be charged again. */
export function isRenewing({ status, cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean {
  const isCharged = status === 'active' || status === 'trialing' || status === 'past_due'
  return isCharged && cancel_at === null && !cancel_at_period_end
}

/**
 * Previews the next invoice of a membership; null when it is not charged again. For Stripe's permissions, a preview is
 * a write of invoices: https://docs.stripe.com/api/invoices/create_preview
 */
export async function previewNextInvoice(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice | null> {
  if (!isRenewing(subscription)) return null
  try {
    return await stripe.invoices.createPreview({ subscription: subscription.id })
  } catch (error) {
    // The subscription has just ended.
    if (isInvalidRequest(error)) return null
    throw error
  }
}

/** Maps a subscription to its row in the mirror, without the next invoice and the time of writing. */
export function toMirrored(
  subscription: Stripe.Subscription,
  unpaidSince: StripeState['unpaidSince'],
): Omit<MirroredSubscription, 'syncedAt' | 'nextAmount'> {
  const item = findMembershipItem(subscription)
  const status = getAccessStatus(subscription)
  const unpaidTimes = [item?.current_period_start, unpaidSince.get(subscription.id)].flatMap((at) => at ?? [])
  return {
    id: subscription.id,
    status,
    tier: subscription.metadata.tier ?? '',
    startedAt: toDate(subscription.created) ?? new Date(0),
    currentPeriodEnd: toDate(item?.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    cancelAt: toDate(subscription.cancel_at),
    endedAt: toDate(subscription.ended_at),
    // The period advances every month, even unpaid; the date of the oldest open invoice does not change.
    pastDueSince: isUnpaid(status) && unpaidTimes.length ? toDate(Math.min(...unpaidTimes)) : null,
    currency: subscription.currency,
  }
}

/**
 * Whether the first invoice of a subscription is unpaid. With some delayed methods, such as ACH, Stripe activates a
 * subscription before the payment: https://docs.stripe.com/billing/subscriptions/overview#payment-status
 *
 * @param subscription - with its latest invoice expanded
 */
function isFirstInvoiceUnpaid({ latest_invoice: latestInvoice }: Stripe.Subscription): boolean {
  if (
    !latestInvoice ||
    typeof latestInvoice === 'string' ||
    latestInvoice.billing_reason !== 'subscription_create'
  )
    return false
  return latestInvoice.status === 'draft' || latestInvoice.status === 'open'
}

/** Returns the status by which a subscription gives access: `incomplete` until its first invoice is paid. */
export function getAccessStatus(subscription: Stripe.Subscription): Status {
  const status = parseStatus(subscription)
  return isLive(status) && isFirstInvoiceUnpaid(subscription) ? 'incomplete' : status
}

/** Parses the status of a subscription; an unknown one gives no access. */
export function parseStatus({ status }: { status: string }): Status {
  return statuses.find((known) => known === status) ?? 'incomplete'
}

/** Selects the subscriptions that still exist, oldest first. */
export function filterLiveSubscriptions(
  subscriptions: readonly Stripe.Subscription[],
): Stripe.Subscription[] {
  return subscriptions.filter((subscription) => isLive(parseStatus(subscription))).toSorted(compareAge)
}

/** Compares by age, oldest first. Of two that began in the same second, the lower id counts as the older. */
export function compareAge(a: Stripe.Subscription, b: Stripe.Subscription): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1)
}

/** Whether a subscription was paid at least once. */
export function wasEverPaid(subscription: Stripe.Subscription): boolean {
  return !subscription.status.startsWith('incomplete') && !isFirstInvoiceUnpaid(subscription)
}

/** Returns when the introductory price counts as used: with the first paid subscription, at any price. */
export function getIntroUsedAt(subscriptions: readonly Stripe.Subscription[]): Date | null {
  const paid = subscriptions.filter(wasEverPaid)
  return paid.length ? toDate(Math.min(...paid.map(({ created }) => created))) : null
}

/**
 * Whether a bank or Klarna is still processing the first payment of one of these subscriptions. Such a subscription
 * gives no access yet, but its owner must not buy another meanwhile.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export async function isPaymentProcessing(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  for (const subscription of subscriptions) {
    const isIncomplete = getAccessStatus(subscription) === 'incomplete'
    const id = isIncomplete ? getId(subscription.latest_invoice) : undefined
    if (!id) continue
    for (const payment of await listPaymentIntents(stripe, id)) {
      if ((await stripe.paymentIntents.retrieve(payment)).status === 'processing') return true
    }
  }
  return false
}

/** Lists the payment intents of an invoice, failed attempts included. */
export async function listPaymentIntents(stripe: Stripe, invoice: string): Promise<string[]> {
  const { payments } = await stripe.invoices.retrieve(invoice, { expand: ['payments'] })
  return (payments?.data ?? []).flatMap(({ payment }) => getId(payment.payment_intent) ?? [])
}
