import { callRoute } from '@/lib/auth/browser/callRoute'
import {
  getSnapshot as getUserState,
  signOutHere,
  subscribe as subscribeToUser,
  type UserState,
} from '@/lib/auth/browser/userStore'
import { getErrorCode } from '@/lib/errorCode'
import type { SubscriptionAnswer } from '@/lib/membership/mirror/checkSubscription'

/** What this tab knows of the user's subscription. */
export type SubscriptionState = {
  /** `unknown` when it could not be asked for, and nothing older is known. */
  check: 'none' | 'checking' | 'known' | 'unknown'
  answer?: SubscriptionAnswer
  /** The last try failed: the answer is from before. */
  failed?: true
}

/** How long after signing in the subscription is asked for. Milliseconds. */
const afterSignIn = 1000

const cleared: SubscriptionState = { check: 'none' }
const listeners = new Set<() => void>()
let state = cleared
let isStarted = false
let timer: ReturnType<typeof setTimeout> | undefined
let seen: UserState | undefined

/** The state now; the same object until something changes. */
export const getSnapshot = (): SubscriptionState => state

/** The state while a page is prerendered. */
export const getServerSnapshot = (): SubscriptionState => cleared

/** Calls back with every change until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  start()
  return () => listeners.delete(listener)
}

/** Begins to look after the subscription of whoever is signed in; once for each tab. */
export function start(): void {
  if (isStarted) return
  isStarted = true
  subscribeToUser(follow)
  follow()
}

/** Asks again whenever there is a session and a user, and forgets everything when they are gone. */
function follow(): void {
  const user = getUserState()
  if (user === seen) return
  const isOther = user.user?.id !== seen?.user?.id
  seen = user
  clearTimeout(timer)
  if (user.auth === 'signedIn') {
    if (isOther) publish({ check: 'checking' })
    if (user.event === 'SIGNED_IN') timer = setTimeout(refresh, afterSignIn)
    else refresh()
  } else if (user.auth === 'signedOut') publish(cleared)
  else if (user.unreachable) publish({ check: 'unknown' })
}

/**
 * Asks for the subscription. A failure is only logged; what was known stays.
 *
 * @param live - ask Stripe, too
 * @returns whether what is known now is up to date: not while Stripe, which was asked for, has not answered
 */
export async function refresh({ live = false }: { live?: boolean } = {}): Promise<boolean> {
  const user = getUserState().user?.id
  if (!user) return false
  try {
    const answer = await callRoute('/api/check-subscription', { live })
    if (getUserState().user?.id !== user) return false
    if (!isAnswer(answer)) throw new Error('The answer is not a subscription.')
    publish({ check: 'known', answer })
    return !answer.stale
  } catch (error) {
    console.warn('[subscription] could not be checked', error)
    if (getErrorCode(error) === 'session_not_found') await dropEndedSession()
    if (getUserState().user?.id === user) {
      publish(state.answer ? { ...state, failed: true } : { check: 'unknown', failed: true })
    }
    return false
  }
}

/** Signs out where the account service has ended the session elsewhere; the browser still stores it. */
async function dropEndedSession(): Promise<void> {
  const { storeSessionEnding } = await import('@/lib/auth/browser/sessionEnd')
  storeSessionEnding('sessionEnded')
  await signOutHere()
}

function isAnswer(value: unknown): value is SubscriptionAnswer {
  return typeof value === 'object' && value !== null && 'subscribed' in value
}

function publish(next: SubscriptionState): void {
  state = next
  for (const listener of listeners) listener()
}
