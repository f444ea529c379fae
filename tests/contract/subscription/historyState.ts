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
  /** Ids of memberships that may end: canceled or disputed, or of a deleted account or customer. */
  endedIds: Set<string>
  /** Accounts of former guests, keyed by email. */
  guestAccounts: Map<string, User>
  /** Emails of deleted accounts, until they are used again. */
  deletedEmails: Set<string>
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
  }
}
