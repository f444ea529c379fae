import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/supabase-js'
import { sessionKey } from '@/lib/auth/config'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { hasStoredSession } from './storedSession'

/** The state of the user in this tab. */
export type UserState = {
  auth: 'loading' | 'signedOut' | 'signedIn'
  user?: { id: string; email: string | undefined }
  /** The last event from the account service's client. */
  event?: AuthChangeEvent
  /** Whether the session could not be read, because the service did not respond or the client did not load. */
  unreachable?: true
}

const loading: UserState = { auth: 'loading' }
const listeners = new Set<() => void>()
let state = loading
let isStarted = false
let client: Promise<GoTrueClient> | undefined

/**
 * Loads the account service's client, once per tab.
 *
 * @throws when the script cannot be loaded; the next call tries again
 */
export function loadAuthClient(): Promise<GoTrueClient> {
  client ??= loadOnDemand(() => import('./authClient')).then(({ createAuthClient }) =>
    createAuthClient(receiveAuthEvent),
  )
  client.catch(() => {
    client = undefined
  })
  return client
}

/**
 * Signs out in this browser only, even when the account service does not respond. Throws when the client cannot be
 * loaded.
 */
export async function signOutHere(): Promise<void> {
  const auth = await loadAuthClient()
  await auth.signOut({ scope: 'local' })
}

/** Returns the current state, the same object until it changes. */
export const getSnapshot = (): UserState => state

/** Returns the state while a page is prerendered. */
export const getServerSnapshot = (): UserState => loading

/**
 * Calls `listener` on every change until the returned function is called. The first subscriber starts reading the
 * session.
 */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!isStarted) {
    isStarted = true
    window.addEventListener('storage', ({ key }) => key === sessionKey && syncFromOtherTab())
    window.addEventListener('online', readSession)
    readSession()
  }
  return () => listeners.delete(listener)
}

/** Loads the client if there is a stored session; a newly loaded client sends an event. Otherwise sets `signedOut`. */
function readSession(): void {
  if (hasStoredSession()) {
    loadAuthClient().catch(() => publish({ auth: 'loading', unreachable: true }))
  } else if (state.auth !== 'signedOut') publish({ auth: 'signedOut' })
}

/** Handles a session change in another tab, whose client sends an event unless that tab navigates away immediately. */
async function syncFromOtherTab(): Promise<void> {
  readSession()
  if (!hasStoredSession()) return
  const loaded = await loadAuthClient().catch(() => undefined)
  const session = (await loaded?.getSession())?.data.session
  if (session && session.user.id !== state.user?.id) receiveAuthEvent('SIGNED_IN', session)
}

/**
 * Handles an event from the client: INITIAL_SESSION, SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, USER_UPDATED,
 * PASSWORD_RECOVERY or MFA_CHALLENGE_VERIFIED.
 *
 * @returns whether a user is signed in, or has a stored session that could not be refreshed yet
 */
export function receiveAuthEvent(event: AuthChangeEvent, session: Session | null): boolean {
  if (session) {
    // An event from another tab may arrive before this tab can read the stored session. `syncFromOtherTab`
    // reads it after the storage event that follows.
    if (!hasStoredSession()) return false
    const { id, email } = session.user
    publish({ auth: 'signedIn', user: { id, email }, event })
    return true
  }
  // The client also reports no session when it could not refresh a stored one.
  if (event === 'INITIAL_SESSION' && hasStoredSession()) {
    publish({ auth: 'loading', unreachable: true, event })
    return true
  }
  publish({ auth: 'signedOut', event })
  return false
}

/**
 * Returns the token for the site's own routes, refreshed when it is about to expire.
 *
 * @returns undefined without a session
 * @throws the client's error when the session could not be refreshed
 */
export async function getAccessToken(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined
  const auth = await loadAuthClient()
  const { data, error } = await auth.getSession()
  if (error) throw error
  return data.session?.access_token
}

function publish(next: UserState): void {
  state = next
  for (const listener of listeners) listener()
}
