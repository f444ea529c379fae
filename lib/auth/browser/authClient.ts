import { type AuthChangeEvent, GoTrueClient, type Session } from '@supabase/supabase-js'
import { accountService, createFetchWithTimeout, sessionKey } from '@/lib/auth/config'
import { createFetchRecordingSessionEnd, storeSessionEnding } from './sessionEnd'
import { markSession, setNoMembership } from './storedSession'

/** The timeout of a request to the account service. */
const timeoutMs = 15_000

/**
 * Creates the browser's client, which refreshes the session and synchronizes tabs. It reads no token from a URL,
 * since links open `/auth/confirm`. supabase-js's `createClient` would also load database, storage and realtime code.
 *
 * @param handleEvent - handles each event, and returns whether to set `data-signed-in`; see `receiveAuthEvent`
 */
export function createAuthClient(
  handleEvent: (event: AuthChangeEvent, session: Session | null) => boolean,
): GoTrueClient {
  const { url, publishableKey } = accountService
  const client = new GoTrueClient({
    url: new URL('auth/v1', url).href,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: sessionKey,
    flowType: 'implicit',
    detectSessionInUrl: false,
    fetch: createFetchRecordingSessionEnd(createFetchWithTimeout(timeoutMs)),
  })
  client.onAuthStateChange((event, session) => {
    if (session) storeSessionEnding(undefined)
    const isSignedIn = handleEvent(event, session)
    markSession(isSignedIn)
    // The next user who signs in may be a member.
    if (!isSignedIn) setNoMembership(false)
  })
  return client
}
