import { setTimeout as wait } from 'node:timers/promises'
import { runAfterResponse } from '@/lib/afterResponse'
import type { User } from '@/lib/auth/server/requireUser'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { findUserCustomer, hasUsedIntroduction, storeAccountEmail } from './customers'
import { type AccessRules, computeEntitlement, getPaymentDeadline, isLive } from './entitlement'
import { type MirroredSubscription, mirroredColumns, syncCustomer } from './mirror'
import { getRegularPayment, isPaymentProcessing, retrieveIncomplete } from './stripeState'

/** The timeout of requests to Stripe while a user waits for the page. */
const timeoutMs = 2500
/** The age at which the mirror is stale. */
const maxAgeMs = 24 * 3_600_000
/** The minimum interval between requested refreshes from Stripe. */
const minRefreshMs = 2000

/** The response about a subscription: the specification's three fields and additional ones. */
export type SubscriptionResponse = Awaited<ReturnType<typeof checkSubscription>>

type CheckOptions = { isEmailConfirmed?: boolean; isRefreshRequested?: boolean }

/** Reads a user's subscriptions from the mirror. One whose first payment failed counts for a week after its end. */
export async function readMirrored(
  { database, now }: Pick<Billing, 'database' | 'now'>,
  userId: string,
): Promise<MirroredSubscription[]> {
  return database.sql(
    `select ${mirroredColumns} from subscriptions s where user_id = $1
       and (status <> 'incomplete_expired' or ended_at > $2::timestamptz - interval '7 days')`,
    [userId, now()],
  )
}

/**
 * Returns the state of a user's subscription, according to the mirror. The mirror is refreshed from Stripe when it is
 * stale, a period or pause has just ended, or the first payment is open. For such a payment, also returns whether it is
 * still processing. While Stripe does not respond, the response is marked as stale, and an open payment counts as
 * processing, so that no user pays twice. Nothing is changed in Stripe: a user's changed email is enqueued.
 *
 * @param options.isEmailConfirmed - whether a used introductory price is also found by the user's email, as in checkout
 * @param options.isRefreshRequested - refreshes a mirror older than {@link minRefreshMs}, after a return from Checkout
 * or a click on refresh
 * @throws only when the database does not respond
 */
export async function checkSubscription(
  billing: Billing,
  user: User,
  { isEmailConfirmed = false, isRefreshRequested = false }: CheckOptions = {},
) {
  const { sql } = billing.database
  let mirrored = await readMirrored(billing, user.id)
  if (user.email) await storeAccountEmail(sql, user)
  // Stripe may have decided on a first payment before its event arrives.
  const { subscription } = computeEntitlement(mirrored, billing)
  const isRequested = isRefreshRequested || subscription?.status === 'incomplete'
  const isRefreshDue = needsRefresh(mirrored, billing.now(), { isRequested })
  const customer = isRefreshDue && (await findUserCustomer(sql, user.id))
  let isStale = false
  if (customer) {
    isStale = !(await waitForStripe(syncCustomer(billing, customer, { timeoutMs }).then(() => true)))
    mirrored = await readMirrored(billing, user.id)
  }
  const response = toSubscriptionResponse(mirrored, billing)
  const isOpen = response.status === 'incomplete'
  const isProcessing =
    isOpen && (isStale ? undefined : await waitForStripe(readPaymentProcessing(billing, mirrored)))
  return {
    ...response,
    /** Whether a required request to Stripe failed. */
    stale: isStale || isProcessing === undefined,
    /** With the status `incomplete`: whether a bank is still processing the first payment. */
    payment_processing: isProcessing ?? true,
    /** Whether the user has used the introductory price, so that checkout charges the regular price from the start. */
    intro_used: await hasUsedIntroduction(billing, isEmailConfirmed ? user.email : undefined, user.id),
  }
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
    const boundaries = [row.currentPeriodEnd, row.cancelAt, row.pauseEndsAt].filter((date) => date !== null)
    // At a boundary after the last write of the mirror, the subscription was renewed, ended or resumed.
    return getAgeMs(row) > maxAgeMs || boundaries.some((date) => date <= now && row.syncedAt <= date)
  })
}

/** Whether a bank is still processing a first payment, or Stripe has just decided, so that the mirror is outdated. */
async function readPaymentProcessing({ stripe }: Billing, mirrored: readonly MirroredSubscription[]) {
  const incomplete = await retrieveIncomplete(stripe, mirrored)
  return incomplete.some(({ status }) => status !== 'incomplete') || isPaymentProcessing(stripe, incomplete)
}

/** Waits for requests to Stripe; undefined when they fail or take too long. Slow ones continue after the response. */
async function waitForStripe<Result>(requests: Promise<Result>): Promise<Result | undefined> {
  const timeout = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`Stripe did not respond within ${timeoutMs} ms`)
  })
  try {
    return await Promise.race([requests, timeout])
  } catch (error) {
    runAfterResponse(requests)
    log.warn('billing', 'checkSubscription: reading from Stripe failed; serving the mirror', error)
    return undefined
  }
}

/** Maps a user's subscriptions to the API's response. Amounts are in `currency`'s smallest unit; times are ISO 8601. */
export function toSubscriptionResponse(mirrored: readonly MirroredSubscription[], rules: AccessRules) {
  const { subscribed, subscription, end, ending, pastDue } = computeEntitlement(mirrored, rules)
  const live = subscription && (subscribed || isLive(subscription.status)) ? subscription : undefined
  const regular = live && !ending ? getRegularPayment(live) : null
  const isInArrears = live !== undefined && pastDue
  const payBy =
    isInArrears && subscribed ? getPaymentDeadline(live.pastDueSince ?? live.startedAt, rules) : null
  return {
    subscribed,
    subscription_tier: subscribed && subscription ? subscription.tier : null,
    /** When access ends or is renewed; null without access. */
    subscription_end: subscribed ? toIso(end) : null,
    /** When the live subscription began. */
    started_at: toIso(live?.startedAt),
    status: subscription?.status ?? null,
    /** Whether a live subscription ends instead of renewing. */
    ending: live !== undefined && ending,
    past_due: isInArrears,
    /**
     * Whether the button to the portal is shown. It is also shown for an unpaid or paused subscription, which gives no
     * access but still exists. In the portal, its owner pays arrears, changes the card, or cancels.
     */
    manageable: live !== undefined,
    /** The amount of the next invoice; null if there is none. */
    next_amount: live?.nextAmount ?? null,
    currency: live?.currency ?? null,
    /** The first payment at the regular price; null when the next payment has that price. */
    regular_amount: regular?.amount ?? null,
    regular_from: toIso(regular?.date),
    /** The amount that is due after a failed payment; null without arrears. */
    amount_due: live?.amountDue ?? null,
    /** When access ends unless that amount is paid; null without arrears, or when access has ended. */
    pay_by: toIso(payBy),
    /** When the oldest unpaid renewal was due; null without arrears. */
    due_since: isInArrears ? toIso(live.pastDueSince) : null,
    /** When the current period ends, paid or not; null without a live subscription. */
    period_end: toIso(live?.currentPeriodEnd),
    /** When paused payments resume; null unless `status` is `paused` and the pause has an end date. */
    paused_until: toIso(live?.pauseEndsAt),
    /** When the last membership ended; null while one is live, or if there was none. */
    ended_at: subscription?.status === 'canceled' ? toIso(subscription.endedAt) : null,
    /** Why the membership ended, or will: Stripe's reason, also for disputes that the site handled; else null. */
    cancel_reason: subscription?.cancelReason ?? null,
    /** Whether a membership of the user ended before the live one began, so that the latter is a return. */
    former: mirrored.some(
      ({ status, endedAt }) => status === 'canceled' && endedAt && (!live || endedAt <= live.startedAt),
    ),
    /** When the mirror was last synced from Stripe; the current time if it has no subscription. */
    as_of: (subscription?.syncedAt ?? rules.now()).toISOString(),
  }
}

const toIso = (date: Date | null | undefined) => date?.toISOString() ?? null
