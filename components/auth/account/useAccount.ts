import type { GoTrueClient, User } from '@supabase/supabase-js'
import { useCallback, useEffect, useState } from 'react'
import { needsSecondFactor, withFreshToken } from '@/lib/auth/browser/authCalls'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { isSessionEnding, readSessionEnding, storeSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { loadAuthClient, signOutHere } from '@/lib/auth/browser/userStore'
import { useUser } from '../useUser'

/** The state of the page `/account`. */
export type AccountState =
  | { name: 'loading' | 'secondFactor' }
  /** `wasSignedIn`: whether the page showed the account before. */
  | { name: 'signedOut'; problem: ProblemName | undefined; wasSignedIn?: boolean }
  | { name: 'failed'; problem: ProblemName }
  | { name: 'account'; client: GoTrueClient; user: User }

const createSignedOutState = (): AccountState => ({ name: 'signedOut', problem: readSessionEnding() })

/**
 * Fetches the user from the account service, since only the service can report that the session ended elsewhere. In
 * that case, also signs out here.
 */
async function fetchAccount(): Promise<AccountState> {
  if (!hasStoredSession()) return createSignedOutState()
  try {
    const client = await loadAuthClient()
    const { data } = await withFreshToken(client, () => client.getUser())
    if (await needsSecondFactor(client)) return { name: 'secondFactor' }
    return data.user ? { name: 'account', client, user: data.user } : createSignedOutState()
  } catch (error) {
    const problem = toProblemNames(error, navigator.onLine)[0] ?? 'unexpected'
    if (!isSessionEnding(problem)) return { name: 'failed', problem }
    storeSessionEnding(problem)
    // A browser that still stores such a session would treat the visitor as a user.
    await signOutHere()
    return { name: 'signedOut', problem }
  }
}

/**
 * Returns the page's state, and a function that fetches the account again. Also fetches it when the user store's user,
 * email or sign-in state changes, or the session becomes readable or unreadable.
 */
export function useAccount() {
  const [state, setState] = useState<AccountState>({ name: 'loading' })
  const { auth, user, unreachable } = useUser()
  const reload = useCallback(() => fetchAccount().then(setState), [])
  const identity = auth === 'signedIn' ? `${user?.id} ${user?.email}` : auth

  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` represents `auth` and the user
  useEffect(() => {
    // The user store has not published its first state yet.
    if (auth === 'loading' && !unreachable) return
    let isCurrent = true
    // The client may report a sign-out in another tab while the stored session can still be read here.
    const pendingState = auth === 'signedOut' ? Promise.resolve(createSignedOutState()) : fetchAccount()
    pendingState.then((next) =>
      setState((current) => {
        // The effect runs again after an ended session was removed. If it then finds no problem, the earlier one stays.
        if (next.name === 'signedOut')
          return current.name === 'signedOut' && !next.problem
            ? current
            : { ...next, wasSignedIn: current.name === 'account' }
        return isCurrent ? next : current
      }),
    )
    return () => {
      isCurrent = false
    }
  }, [identity, unreachable])
  return { state, reload }
}
