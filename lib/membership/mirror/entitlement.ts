import type Stripe from 'stripe'
import type { Billing } from '../context'

/** Stripe may add statuses; an unknown one gives no access. */
export type Status = Stripe.Subscription.Status

/** The fields of a subscription that determine access. */
type AccessFields = {
  id: string
  status: Status
  startedAt: Date
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  pastDueSince: Date | null
}

/** The current time, and the studio's settings for access. */
export type AccessRules = Pick<Billing, 'now' | 'graceDays' | 'hasAccessWhilePaused'>

/** The statuses of a subscription that still exists; the database's partial index lists the same ones. */
export const liveStatuses: readonly Status[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/** The final statuses, which a subscription never leaves. */
export const endedStatuses: readonly string[] = ['canceled', 'incomplete_expired'] satisfies Status[]

/** Whether a subscription still exists, with or without arrears. One that was never paid (`incomplete`) does not count. */
export function isLive(status: Status): boolean {
  return liveStatuses.includes(status)
}

const dayMs = 86_400_000

/** Returns when a membership in arrears loses access, unless the arrears are paid. */
export const getPaymentDeadline = (pastDueSince: Date, { graceDays }: Pick<AccessRules, 'graceDays'>): Date =>
  new Date(pastDueSince.getTime() + graceDays * dayMs)

/**
 * Whether a subscription grants access. `active` and `trialing` do until a scheduled cancellation, otherwise until the
 * period's end plus the grace period, so that members have access while Stripe is down. `past_due` does for the grace
 * period, `paused` if the studio allows it. Other statuses never do.
 */
export function isEntitled(subscription: AccessFields, rules: AccessRules): boolean {
  const { status, currentPeriodEnd, cancelAt, cancelAtPeriodEnd } = subscription
  const now = rules.now()
  if (status === 'past_due')
    return now < getPaymentDeadline(subscription.pastDueSince ?? subscription.startedAt, rules)
  const isPaid =
    status === 'active' || status === 'trialing' || (status === 'paused' && rules.hasAccessWhilePaused)
  if (!isPaid || (cancelAt && now >= cancelAt)) return false
  const graceMs = cancelAtPeriodEnd ? 0 : rules.graceDays * dayMs
  return !currentPeriodEnd || now.getTime() < currentPeriodEnd.getTime() + graceMs
}

/**
 * Computes whether a person has access, through which subscription, and until when.
 *
 * @param subscriptions - all subscriptions of one person in the mirror, in any order. Of two that began in the same
 * second, the lower id counts as the older
 * @returns `subscription`: the oldest one that grants access, otherwise the oldest live one, or else the newest; `end`:
 * when it ends or is renewed; `ending`: whether it ends instead of renewing
 */
export function computeEntitlement<Row extends AccessFields>(
  subscriptions: readonly Row[],
  rules: AccessRules,
) {
  const newestFirst = subscriptions.toSorted(
    (a, b) => b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1),
  )
  const entitled = newestFirst.findLast((subscription) => isEntitled(subscription, rules))
  const subscription = entitled ?? newestFirst.findLast(({ status }) => isLive(status)) ?? newestFirst[0]
  const { status, cancelAt = null, cancelAtPeriodEnd = false, currentPeriodEnd = null } = subscription ?? {}
  return {
    subscribed: entitled !== undefined,
    subscription,
    end: cancelAt ?? currentPeriodEnd,
    // With flexible billing mode, the portal sets only `cancel_at`.
    ending: cancelAtPeriodEnd || cancelAt !== null,
    pastDue: status === 'past_due' || status === 'unpaid',
  }
}
