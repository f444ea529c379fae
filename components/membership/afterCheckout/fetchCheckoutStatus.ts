import { getGuestToken } from '@/components/membership/guestPurchase'
import { getSnapshot, refresh } from '@/components/membership/subscriptionStore'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { getErrorCode } from '@/lib/errorCode'
import type { CheckoutReceipt, CheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'

/** The status of the payment, as the page shows it. `kind` is also the name of its message. */
export type CheckoutFinding = {
  kind:
    | Exclude<CheckoutStatus['state'], 'complete'>
    | 'checking'
    | 'confirmed'
    | 'waiting'
    /** An unpaid or paused membership, which gives no access. */
    | 'resting'
    /** `member` or `none`: the user's status in a tab without a Checkout session. An unknown session is also `none`. */
    | 'member'
    | 'none'
    | 'unknown'
  /** The buyer's email; a guest's is masked except in the browser that was used for the purchase. */
  email?: string | null
  /** The user's membership, if it was fetched. */
  subscription?: SubscriptionResponse | undefined
  receipt?: CheckoutReceipt | null
}

/** The polling delays while the payment is processing, or a paid membership is not active yet. */
const pollDelaysMs = [2000, 3000, 5000, 8000, 15_000, 30_000, 30_000, 30_000]

/** The delay before the first request, within which the webhook usually arrives. */
const firstDelayMs = 2000

const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

/**
 * Fetches the status of a payment, and polls while it is processing or the paid membership is not active yet. Once it
 * is active, the browser's other tabs also check the membership.
 *
 * @param sessionId - the id of the Checkout session; null for a tab without one
 * @param report - called with each finding
 * @param isCanceled - returns whether to stop
 */
export async function fetchCheckoutStatus(
  sessionId: string | null,
  report: (finding: CheckoutFinding) => void,
  isCanceled: () => boolean,
): Promise<void> {
  if (sessionId) report({ kind: 'checking' })
  await wait(firstDelayMs)
  for (const delayMs of [...pollDelaysMs, undefined]) {
    if (isCanceled()) return
    const finding = await fetchFinding(sessionId)
    if (isCanceled()) return
    report(finding)
    // A refreshed session is an event in every tab, and each then checks the membership.
    if (finding.kind === 'confirmed') await (await loadAuthClient()).refreshSession()
    if (delayMs === undefined || (finding.kind !== 'waiting' && finding.kind !== 'processing')) return
    await wait(delayMs)
  }
}

async function fetchFinding(sessionId: string | null): Promise<CheckoutFinding> {
  if (!sessionId) {
    await refresh()
    const { response } = getSnapshot()
    if (!response) return { kind: 'unknown' }
    if (response.subscribed) return { kind: 'member', subscription: response }
    const kind = response.manageable ? 'resting' : response.payment_processing ? 'processing' : 'none'
    return { kind, subscription: response }
  }
  try {
    const status = await callRoute('/api/checkout-status', { session_id: sessionId, mark: getGuestToken() })
    if (!isCheckoutStatus(status)) return { kind: 'unknown' }
    const { state, ...purchase } = status
    if (state !== 'complete') return { kind: state, ...purchase }
    await refresh({ live: true })
    const { response } = getSnapshot()
    const kind = response?.subscribed ? 'confirmed' : response?.manageable ? 'resting' : 'waiting'
    return { kind, subscription: response, ...purchase }
  } catch (error) {
    if (getErrorCode(error) === 'no_checkout') return { kind: 'none' }
    console.warn('[checkout]', error)
    return { kind: 'unknown' }
  }
}

function isCheckoutStatus(value: unknown): value is CheckoutStatus {
  return typeof value === 'object' && value !== null && 'state' in value
}
