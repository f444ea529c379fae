import type { SubscriptionAnswer } from '@/lib/billing/check'
import { memberFetch } from './memberFetch'
import { getSnapshot as getMember, type MemberState, subscribe as subscribeToMember } from './memberStore'

/** What this tab knows of the member's subscription. */
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
let seen: MemberState | undefined

/** The state now; the same object until something changes. */
export const getSnapshot = (): SubscriptionState => state

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
  subscribeToMember(follow)
  follow()
}

/** Asks again whenever there is a session and a user, and forgets everything when they are gone. */
function follow(): void {
  const member = getMember()
  if (member === seen) return
  const isOther = member.user?.id !== seen?.user?.id
  seen = member
  clearTimeout(timer)
  if (member.auth === 'signedIn') {
    if (isOther) publish({ check: 'checking' })
    if (member.event === 'SIGNED_IN') timer = setTimeout(refresh, afterSignIn)
    else refresh()
  } else if (member.auth === 'signedOut') publish(cleared)
  else if (member.unreachable) publish({ check: 'unknown' })
}

/**
 * Asks for the subscription. A failure is only logged; what was known stays.
 *
 * @param live - ask Stripe, too
 * @returns whether what is known now is up to date: not while Stripe, which was asked for, has not answered
 */
export async function refresh({ live = false }: { live?: boolean } = {}): Promise<boolean> {
  const user = getMember().user?.id
  if (!user) return false
  try {
    const answer = await memberFetch('/api/check-subscription', { live })
    if (getMember().user?.id !== user) return false
    if (!isAnswer(answer)) throw new Error('The answer is not a subscription.')
    publish({ check: 'known', answer })
    return !answer.stale
  } catch (error) {
    console.warn('[subscription] could not be checked', error)
    if (getMember().user?.id === user) {
      publish(state.answer ? { ...state, failed: true } : { check: 'unknown', failed: true })
    }
    return false
  }
}

function isAnswer(value: unknown): value is SubscriptionAnswer {
  return typeof value === 'object' && value !== null && 'subscribed' in value
}

function publish(next: SubscriptionState): void {
  state = next
  // The checkout button need not open a tab for somebody who is a member already.
  document.documentElement.toggleAttribute('data-subscribed', next.answer?.subscribed ?? false)
  for (const listener of listeners) listener()
}
