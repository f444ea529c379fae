import type { User } from '@/lib/auth/server/requireUser'
import type { Random } from '@/tests/support/random'

/** The state of a random history. */
export type HistoryState = {
  random: Random
  /** Emails that guests have used. */
  emails: string[]
  /** Ids of open Checkout sessions. */
  tabs: string[]
  /** Ids of Checkout sessions with a delayed payment. */
  undecided: string[]
  /** Ids of memberships that were canceled in Stripe's dashboard. */
  canceledManually: Set<string>
  /** Accounts of former guests, by email. */
  users: Map<string, User>
  /** Emails of deleted accounts, until they are used again. */
  deletedEmails: Set<string>
}

/** Creates the state of an empty history. */
export function createHistoryState(random: Random): HistoryState {
  return {
    random,
    emails: [],
    tabs: [],
    undecided: [],
    canceledManually: new Set(),
    users: new Map(),
    deletedEmails: new Set(),
  }
}
