import { type AuthChangeEvent, GoTrueClient, type Session } from '@supabase/supabase-js'
import { accountService, sessionKey } from '@/lib/auth/config'
import { fetchWithTimeout } from '@/lib/fetchWithTimeout'
import { storeNoMembership } from './noMembership'
import { fetchRecordingSessionEnd, storeSessionEnding } from './sessionEnd'
import { markSession } from './storedSession'

/** How long people wait for the account service at most. Milliseconds. */
const timeoutMs = 15_000

/**
 * Makes the browser's client, which keeps the session fresh and the tabs in step. Links in e-mails lead to
 * `/auth/confirm` with a token's hash, so that they work on any device; nothing is ever taken from the address of other
 * pages. supabase-js's `createClient` makes the same one, and brings those for data, files and channels with it.
 *
 * @param receive - takes each event, and answers whether somebody is signed in now
 */
export function createAuthClient(
  receive: (event: AuthChangeEvent, session: Session | null) => boolean,
): GoTrueClient {
  const { url, publishableKey } = accountService
  const client = new GoTrueClient({
    url: new URL('auth/v1', url).href,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: sessionKey,
    flowType: 'implicit',
    detectSessionInUrl: false,
    fetch: fetchRecordingSessionEnd(fetchWithTimeout(timeoutMs)),
  })
  client.onAuthStateChange((event, session) => {
    if (session) storeSessionEnding(undefined)
    const isSignedIn = receive(event, session)
    markSession(isSignedIn)
    // The next one to sign in here may be a member.
    if (!isSignedIn) storeNoMembership(false)
  })
  return client
}
