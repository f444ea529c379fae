import { callRoute } from '@/lib/auth/browser/callRoute'
import {
  getSnapshot as getUserState,
  signOutHere,
  subscribe as subscribeToUser,
  type UserState,
} from '@/lib/auth/browser/userStore'
import { getErrorCode } from '@/lib/errorCode'
import type { SubscriptionResponse } from '@/lib/membership/mirror/checkSubscription'

/** The state of the user's subscription in this tab. */
export type SubscriptionState = {
  /**
   * `none` without a user, and until the session is read; `unknown` if a check failed and there is no earlier response,
   * or the session could not be loaded or refreshed.
   */
  check: 'none' | 'checking' | 'known' | 'unknown'
  response?: SubscriptionResponse
  /** Whether the last check failed, in which case `response` is from an earlier check. */
  failed?: true
}

/** The delay between a sign-in and the check. Milliseconds. */
const signInDelayMs = 1000

const cleared: SubscriptionState = { check: 'none' }
const listeners = new Set<() => void>()
let state = cleared
let isStarted = false
let timer: ReturnType<typeof setTimeout> | undefined
let lastUser: UserState | undefined

/** Returns the current state, the same object until it changes. */
export const getSnapshot = (): SubscriptionState => state

/** Returns the state for prerendering and hydration. */
export const getServerSnapshot = (): SubscriptionState => cleared

/**
 * Calls `listener` on every change until the returned function is called. The first call also starts to synchronize
 * the subscription with the user.
 */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isStarted) {
    isStarted = true
    subscribeToUser(syncWithUser)
    syncWithUser()
  }
  return () => listeners.delete(listener)
}

/** Checks the subscription whenever the session or the user changes, and clears the state after a sign-out. */
function syncWithUser(): void {
  const user = getUserState()
  if (user === lastUser) return
  const isOtherUser = user.user?.id !== lastUser?.user?.id
  lastUser = user
  clearTimeout(timer)
  if (user.auth === 'signedIn') {
    if (isOtherUser) publish({ check: 'checking' })
    if (user.event === 'SIGNED_IN') timer = setTimeout(refresh, signInDelayMs)
    else refresh()
  } else if (user.auth === 'signedOut') publish(cleared)
  else if (user.unreachable) publish({ check: 'unknown' })
}

/**
 * Checks the subscription. After a failure, retains the last response and sets `failed`. Signs out when the session has
 * ended.
 *
 * @param live - whether to also refresh the mirror from Stripe
 * @returns whether the state is current: false without a user, or when the check or a required refresh from Stripe
 * failed
 */
export async function refresh({ live = false }: { live?: boolean } = {}): Promise<boolean> {
  const userId = getUserState().user?.id
  if (!userId) return false
  try {
    const response = await callRoute('/api/check-subscription', { live })
    if (getUserState().user?.id !== userId) return false
    if (!isSubscriptionResponse(response)) throw new Error('The response is not a subscription.')
    publish({ check: 'known', response })
    return !response.stale
  } catch (error) {
    console.warn('[subscription] check failed', error)
    if (getErrorCode(error) === 'session_not_found') await dropEndedSession()
    if (getUserState().user?.id === userId) {
      publish(state.response ? { ...state, failed: true } : { check: 'unknown', failed: true })
    }
    return false
  }
}

/** Signs out of a session that was ended elsewhere but is still stored in the browser, and stores the reason. */
async function dropEndedSession(): Promise<void> {
  const { storeSessionEnding } = await import('@/lib/auth/browser/sessionEnd')
  storeSessionEnding('sessionEnded')
  await signOutHere()
}

function isSubscriptionResponse(value: unknown): value is SubscriptionResponse {
  return typeof value === 'object' && value !== null && 'subscribed' in value
}

function publish(next: SubscriptionState): void {
  state = next
  for (const listener of listeners) listener()
}
