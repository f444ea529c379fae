import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { accountService, sessionKey } from './config'
import { markMember } from './memberMark'
import { receiveAuthEvent } from './memberStore'
import { patientFetch } from './patientFetch'
import { fetchNotingEnd, noteSessionEnding } from './sessionEnd'

/** How long people wait for the account service at most. Milliseconds. */
const patience = 15_000

/**
 * Makes the browser's client. Links in e-mails lead to `/auth/confirm` with a token's hash, so that they work on any
 * device; nothing is ever taken from the address of other pages.
 */
export function createAuthClient(): SupabaseClient {
  const client = createClient(accountService.url, accountService.publishableKey, {
    auth: { storageKey: sessionKey, flowType: 'implicit', detectSessionInUrl: false },
    global: { fetch: fetchNotingEnd(patientFetch(patience)) },
  })
  client.auth.onAuthStateChange((event, session) => {
    if (session) noteSessionEnding(undefined)
    markMember(receiveAuthEvent(event, session))
  })
  return client
}
