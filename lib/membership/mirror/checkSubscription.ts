import { runAfterResponse } from '@/lib/afterResponse'
import type { User } from '@/lib/auth/server/requireUser'
import { isSameEmail } from '@/lib/email'
import { log } from '@/lib/log'
import { type Billing, getAccessRules } from '../context'
import { enqueueEmailChange, findUserCustomer } from './customers'
import {
  type AccessRules,
  computeEntitlement,
  getPaymentDeadline,
  isLive,
  type MirroredSubscription,
  type Status,
} from './entitlement'
import { getRegularPayment } from './fees'
import { mirrorCustomer } from './mirror'

/** The timeout of requests to Stripe while a user waits for the page. */
const timeoutMs = 2500
/** The age at which the mirror is stale. */
const maxAgeMs = 24 * 3_600_000
/** The minimum interval of requested refreshes from Stripe. */
const minRefreshMs = 2000

/** The response about a subscription: the specification's three fields and additional ones. */
export type SubscriptionResponse = {
  subscribed: boolean
  subscription_tier: string | null
  /** ISO 8601: when access ends or is renewed; null without access. */
  subscription_end: string | null
  status: Status | null
  /** Whether a live subscription ends instead of renewing. */
  ending: boolean
  past_due: boolean
  /**
   * Whether the button to the portal is shown. The specification shows it "only when subscribed". It is also shown
   * for an unpaid or paused subscription, which gives no access but still exists, so that the user must not buy
   * another. In the portal, its owner pays arrears, changes the card, or cancels. A subscription that was never paid
   * or has ended is not manageable.
   */
  manageable: boolean
  /** Cents of `currency`; null without a next invoice. */
  next_amount: number | null
  currency: string | null
  /** The first payment of the regular price: cents, and ISO 8601; null when the next payment has that price. */
  regular_amount: number | null
  regular_from: string | null
  /** Cents of `currency` that are due after a failed payment; null without arrears. */
  amount_due: number | null
  /** ISO 8601: when access ends unless that amount is paid; null without arrears, or when access has ended. */
  pay_by: string | null
  /** ISO 8601: when paused payments resume; null unless `status` is `paused`, or without a date. */
  paused_until: string | null
  /** ISO 8601: when the last membership ended; null while there is one, or without any. */
  ended_at: string | null
  /** ISO 8601: the time of the data. */
  as_of: string
  /** Whether a required refresh from Stripe failed. */
  stale: boolean
}

/**
 * Reads the mirror of a user: the subscriptions, each with the account's email of which the site last
 * learned.
 */
export async function readMirrored(
  { database }: Pick<Billing, 'database'>,
  userId: string,
): Promise<(MirroredSubscription & { accountEmail: string | null })[]> {
  return database.sql(
    `select stripe_subscription_id as id, status, tier, started_at as "startedAt",
       current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
       cancel_at as "cancelAt", ended_at as "endedAt", past_due_since as "pastDueSince",
       pause_ends_at as "pauseEndsAt", amount_due::float8 as "amountDue", price::float8 as price,
       intro_ends_at as "introEndsAt",
       next_amount::float8 as "nextAmount", currency, synced_at as "syncedAt",
       (select account_email from customers where customers.user_id = $1) as "accountEmail"
     from subscriptions where user_id = $1`,
    [userId],
  )
}

/**
 * Returns the state of a user's subscription, according to the mirror. The mirror is refreshed from Stripe when it is
 * stale, or a period has just ended. While Stripe does not respond, the response is marked as stale. Nothing is changed
 * at Stripe: changes, such as a new email of the user, are enqueued.
 *
 * @param options.isRefreshRequested - refreshes a mirror older than {@link minRefreshMs}, after a return from Checkout
 * or a click on refresh
 * @throws only when the database does not respond
 */
export async function checkSubscription(
  billing: Billing,
  user: User,
  { isRefreshRequested = false }: { isRefreshRequested?: boolean } = {},
): Promise<SubscriptionResponse> {
  let mirrored = await readMirrored(billing, user.id)
  const now = billing.now()
  let isStale = false
  if (mirrored[0] && user.email && !isSameEmail(mirrored[0].accountEmail, user.email))
    await enqueueEmailChange(billing, user)
  if (needsRefresh(mirrored, now, { isRequested: isRefreshRequested })) {
    const customer = await findUserCustomer(billing, user.id)
    if (customer) {
      isStale = !(await refreshMirror(billing, customer.id))
      mirrored = await readMirrored(billing, user.id)
    }
  }
  return toSubscriptionResponse(mirrored, { ...getAccessRules(billing), isStale })
}

/** Whether the mirror has to be refreshed from Stripe before it is served. */
export function needsRefresh(
  mirrored: readonly MirroredSubscription[],
  now: Date,
  { isRequested }: { isRequested: boolean },
): boolean {
  const getAgeMs = (row: MirroredSubscription) => now.getTime() - row.syncedAt.getTime()
  if (isRequested) return mirrored.length === 0 || mirrored.some((row) => getAgeMs(row) > minRefreshMs)
  return mirrored.some((row) => {
    if (!isLive(row.status)) return false
    const boundaries = [row.currentPeriodEnd, row.cancelAt].filter((date) => date !== null)
    // At a boundary since the mirror was written, the subscription was renewed or has ended.
    return getAgeMs(row) > maxAgeMs || boundaries.some((date) => date <= now && row.syncedAt <= date)
  })
}

/** @returns whether the refresh succeeded in time; a slow one continues after the response */
async function refreshMirror(billing: Billing, customerId: string): Promise<boolean> {
  const refresh = mirrorCustomer(billing, customerId, { timeoutMs })
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Stripe did not respond within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    await Promise.race([refresh, timeout])
    return true
  } catch (error) {
    runAfterResponse(refresh)
    log.warn('billing', 'checkSubscription: refresh from Stripe failed; serving the mirror', error)
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** Maps a user's subscriptions to the API's response. */
export function toSubscriptionResponse(
  mirrored: readonly MirroredSubscription[],
  { isStale, ...rules }: AccessRules & { isStale: boolean },
): SubscriptionResponse {
  const { subscribed, subscription, end, ending, pastDue } = computeEntitlement(mirrored, rules)
  const liveSubscription =
    subscription && (subscribed || isLive(subscription.status)) ? subscription : undefined
  const isInArrears = liveSubscription !== undefined && pastDue
  const regular = liveSubscription && !ending ? getRegularPayment(liveSubscription) : null
  return {
    subscribed,
    subscription_tier: subscribed && subscription ? subscription.tier : null,
    subscription_end: subscribed ? (end?.toISOString() ?? null) : null,
    status: subscription?.status ?? null,
    ending: liveSubscription !== undefined && ending,
    past_due: isInArrears,
    manageable: liveSubscription !== undefined,
    next_amount: liveSubscription?.nextAmount ?? null,
    currency: liveSubscription?.currency ?? null,
    regular_amount: regular?.amount ?? null,
    regular_from: regular?.date.toISOString() ?? null,
    amount_due: liveSubscription?.amountDue ?? null,
    pay_by: isInArrears && subscribed ? getPaymentDeadline(liveSubscription, rules).toISOString() : null,
    paused_until: liveSubscription?.pauseEndsAt?.toISOString() ?? null,
    ended_at: liveSubscription ? null : (subscription?.endedAt?.toISOString() ?? null),
    as_of: (subscription?.syncedAt ?? rules.now).toISOString(),
    stale: isStale,
  }
}
