import type { GoTrueClient, User } from '@supabase/supabase-js'
import { useCallback, useEffect, useState } from 'react'
import { needsSecondFactor, withFreshToken } from '@/lib/auth/browser/authCalls'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { isSessionEnding, readSessionEnding, storeSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { hasStoredSession } from '@/lib/auth/browser/storedSession'
import { loadAuthClient, signOutHere } from '@/lib/auth/browser/userStore'
import { useUser } from '../useUser'

/** The state of the account page. */
export type AccountState =
  | { name: 'loading' | 'secondFactor' | 'deleted' }
  | { name: 'signedOut'; problem: ProblemName | undefined }
  | { name: 'failed'; problem: ProblemName }
  | { name: 'account'; client: GoTrueClient; user: User }

const signedOut = (): AccountState => ({ name: 'signedOut', problem: readSessionEnding() })

/** Reads the user from the account service: only the service has the state of sessions that were ended elsewhere. */
async function readAccount(): Promise<AccountState> {
  if (!hasStoredSession()) return signedOut()
  try {
    const client = await loadAuthClient()
    const { data } = await withFreshToken(client, () => client.getUser())
    if (await needsSecondFactor(client)) return { name: 'secondFactor' }
    return data.user ? { name: 'account', client, user: data.user } : signedOut()
  } catch (error) {
    const problem = toProblemNames(error, navigator.onLine)[0] ?? 'unexpected'
    if (!isSessionEnding(problem)) return { name: 'failed', problem }
    storeSessionEnding(problem)
    // A browser that still stores such a session would treat the visitor as a user.
    await signOutHere()
    return { name: 'signedOut', problem }
  }
}

/** The account, read at the start and after each sign-in or sign-out, in this tab or another. */
export function useAccount() {
  const [state, setState] = useState<AccountState>({ name: 'loading' })
  const { auth, user, unreachable } = useUser()
  const reload = useCallback(() => readAccount().then(setState), [])
  const showDeleted = useCallback(() => setState({ name: 'deleted' }), [])
  const identity = auth === 'signedIn' ? `${user?.id} ${user?.email}` : auth

  // biome-ignore lint/correctness/useExhaustiveDependencies: who is signed in decides when to read again
  useEffect(() => {
    // The store publishes its state soon.
    if (auth === 'loading' && !unreachable) return
    let isCurrent = true
    // When its client reports the sign-out, a session that another tab removed may still be readable here.
    const reading = auth === 'signedOut' ? Promise.resolve(signedOut()) : readAccount()
    reading.then((next) =>
      setState((now) => {
        if (now.name === 'deleted') return now
        // An ended session is also removed here, which causes another read: the user should see why.
        if (next.name === 'signedOut') return now.name === 'signedOut' && !next.problem ? now : next
        return isCurrent ? next : now
      }),
    )
    return () => {
      isCurrent = false
    }
  }, [identity, unreachable])
  return { state, reload, showDeleted }
}
