/** The states of a subscription: https://docs.stripe.com/api/subscriptions/object#subscription_object-status */
export const statuses = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
] as const
export type Status = (typeof statuses)[number]

/** A subscription in the mirror. */
export type MirroredSubscription = {
  id: string
  status: Status
  /** The membership's name in the offer when it was bought. */
  tier: string
  startedAt: Date
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  endedAt: Date | null
  pastDueSince: Date | null
  /** When a paused collection resumes; null unless `paused`, or without a date. */
  pauseEndsAt: Date | null
  /** The unpaid amount of the open invoices of a membership in arrears, in cents of `currency`; otherwise null. */
  amountDue: number | null
  /** When the introductory price ends; null without one, or without an end. */
  introEndsAt: Date | null
  /** The regular price of a period, without discounts, in cents of `currency`. */
  price: number | null
  /** The amount of the next invoice, in cents of `currency`. */
  nextAmount: number | null
  currency: string | null
  syncedAt: Date
}

/** Whether a user has access, by which subscription, and until when. */
export type Entitlement = {
  subscribed: boolean
  /** The newest one that grants access; otherwise the newest live one, or else the newest of all. */
  subscription: MirroredSubscription | undefined
  /** The end of access when a cancellation is scheduled, otherwise the end of the current or last period. */
  end: Date | null
  /** Whether the subscription ends instead of renewing. */
  ending: boolean
  /** Whether a payment is overdue. */
  pastDue: boolean
}

const dayMs = 86_400_000

/** The rules by which a subscription gives access. */
export type AccessRules = {
  now: Date
  /** How many days access lasts after the paid period while the renewal is unpaid. */
  graceDays: number
  /** Whether a membership gives access while staff have paused its collection. */
  hasAccessWhilePaused: boolean
}

/** The states of a subscription that still exists, as the database's partial index lists them. */
export const liveStatuses: readonly Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/** The states that a subscription never leaves. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'] satisfies Status[]

/**
 * Whether a subscription still exists, with or without arrears, so that its owner must not buy another one. Those that
 * were never paid (`incomplete`) do not count.
 */
export function isLive(status: Status): boolean {
  return liveStatuses.includes(status)
}

/** Whether a cancellation is scheduled. With flexible billing mode, the portal sets only `cancel_at`. */
export function isEnding({ cancelAtPeriodEnd, cancelAt }: MirroredSubscription): boolean {
  return cancelAtPeriodEnd || cancelAt !== null
}

/** Returns when access ends, or is renewed. */
export function getAccessEnd({ cancelAt, currentPeriodEnd }: MirroredSubscription): Date | null {
  return cancelAt ?? currentPeriodEnd
}

/** Returns when the access of a membership in arrears ends, unless it is paid. */
export function getPaymentDeadline(
  { pastDueSince, startedAt }: MirroredSubscription,
  { graceDays }: Pick<AccessRules, 'graceDays'>,
): Date {
  return new Date((pastDueSince ?? startedAt).getTime() + graceDays * dayMs)
}

/**
 * Whether a subscription grants access. `active` and `trialing` do until a scheduled cancellation, otherwise until the
 * period's end plus the grace period, so that members have access while Stripe is down. `past_due` does for the grace
 * period, `paused` if the studio allows it. Other statuses never do.
 */
export function isEntitled(
  subscription: MirroredSubscription,
  { now, graceDays, hasAccessWhilePaused }: AccessRules,
): boolean {
  const { status, currentPeriodEnd, cancelAt } = subscription
  const graceMs = graceDays * dayMs
  if (status === 'past_due') return now < getPaymentDeadline(subscription, { graceDays })
  const isPaid = status === 'active' || status === 'trialing' || (status === 'paused' && hasAccessWhilePaused)
  if (!isPaid) return false
  if (cancelAt && now >= cancelAt) return false
  if (subscription.cancelAtPeriodEnd && currentPeriodEnd && now >= currentPeriodEnd) return false
  return !currentPeriodEnd || now.getTime() < currentPeriodEnd.getTime() + graceMs
}

/**
 * Computes whether the owner of some subscriptions has access.
 *
 * @param subscriptions - all subscriptions of one person in the mirror, in any order
 */
export function computeEntitlement(
  subscriptions: readonly MirroredSubscription[],
  rules: AccessRules,
): Entitlement {
  const newestFirst = subscriptions.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
  const entitled = newestFirst.find((subscription) => isEntitled(subscription, rules))
  const subscription = entitled ?? newestFirst.find(({ status }) => isLive(status)) ?? newestFirst[0]
  return {
    subscribed: entitled !== undefined,
    subscription,
    end: subscription ? getAccessEnd(subscription) : null,
    ending: subscription ? isEnding(subscription) : false,
    pastDue: subscription?.status === 'past_due' || subscription?.status === 'unpaid',
  }
}
