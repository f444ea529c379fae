import type { User } from '@/lib/auth/server/requireUser'
import type { Random } from '@/tests/support/random'

/** The state of a random history. */
export type HistoryState = {
  random: Random
  /** Emails that guests have used. */
  emails: string[]
  /** Ids of Checkout sessions in tabs that were left open. */
  openSessionIds: string[]
  /** Ids of Checkout sessions with a delayed payment. */
  processingSessionIds: string[]
  /** Ids of memberships that may end: canceled or disputed ones, and those of deleted accounts or customers. */
  endedIds: Set<string>
  /** Accounts of former guests, keyed by email. */
  guestAccounts: Map<string, User>
  /** Emails of deleted accounts. An email that is used again is removed. */
  deletedEmails: Set<string>
  /** For each email, the number of `sign_in_required` refusals minus the number of sign-in links and repeated welcomes. */
  linkCredits: Map<string, number>
}

/** Creates the state of an empty history. */
export function createHistoryState(random: Random): HistoryState {
  return {
    random,
    emails: [],
    openSessionIds: [],
    processingSessionIds: [],
    endedIds: new Set(),
    guestAccounts: new Map(),
    deletedEmails: new Set(),
    linkCredits: new Map(),
  }
}

/** Adds a change to an email's credits, ignoring the email's case. */
export function addCredit(credits: Map<string, number>, email: string, change: 1 | -1): void {
  const key = email.toLowerCase()
  credits.set(key, (credits.get(key) ?? 0) + change)
}
