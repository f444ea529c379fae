import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/supabase-js'
import { sessionKey } from '@/lib/auth/config'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { hasStoredSession } from './storedSession'

/** What this tab knows of who is signed in. */
export type UserState = {
  auth: 'loading' | 'signedOut' | 'signedIn'
  user?: { id: string; email: string | undefined }
  /** What the account service's client has told last. */
  event?: AuthChangeEvent
  /** The session could not be read yet, since the service did not answer. */
  unreachable?: true
}

const loading: UserState = { auth: 'loading' }
const listeners = new Set<() => void>()
let state = loading
let isStarted = false
let client: Promise<GoTrueClient> | undefined

/**
 * Loads the account service's client, once for each tab.
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

/** Signs out in this browser alone, also where the account service does not answer. Throws when its client does not come. */
export async function signOutHere(): Promise<void> {
  const auth = await loadAuthClient()
  await auth.signOut({ scope: 'local' })
}

/** The state now; the same object until something changes. */
export const getSnapshot = (): UserState => state

/** The state while a page is prerendered. */
export const getServerSnapshot = (): UserState => loading

/** Calls back with every change until the returned function is called. The first subscriber starts the reading. */
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

/** Without a session nothing is loaded. The client tells of a session once it is there. */
function readSession(): void {
  if (hasStoredSession()) {
    loadAuthClient().catch(() => publish({ auth: 'loading', unreachable: true }))
  } else if (state.auth !== 'signedOut') publish({ auth: 'signedOut' })
}

/** Another tab has changed the session. Its client tells ours, unless that tab has left for another page at once. */
async function syncFromOtherTab(): Promise<void> {
  readSession()
  if (!hasStoredSession()) return
  const loaded = await loadAuthClient().catch(() => undefined)
  const session = (await loaded?.getSession())?.data.session
  if (session && session.user.id !== state.user?.id) receiveAuthEvent('SIGNED_IN', session)
}

/**
 * Takes an event of the client: INITIAL_SESSION, SIGNED_IN, SIGNED_OUT, TOKEN_REFRESHED, USER_UPDATED,
 * PASSWORD_RECOVERY or MFA_CHALLENGE_VERIFIED.
 *
 * @returns whether somebody is signed in now
 */
export function receiveAuthEvent(event: AuthChangeEvent, session: Session | null): boolean {
  if (session) {
    // What another tab's client says may come before what that tab has stored can be read here. The storage event
    // follows, and only then is there a session to ask with.
    if (!hasStoredSession()) return false
    const { id, email } = session.user
    publish({ auth: 'signedIn', user: { id, email }, event })
    return true
  }
  // The client tells of no session, too, when it could not renew one that is still kept.
  if (event === 'INITIAL_SESSION' && hasStoredSession()) {
    publish({ auth: 'loading', unreachable: true, event })
    return true
  }
  publish({ auth: 'signedOut', event })
  return false
}

/**
 * The token to call the site's own routes with, renewed when it is about to expire.
 *
 * @returns undefined when nobody is signed in
 * @throws the client's error when the session could not be renewed
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
