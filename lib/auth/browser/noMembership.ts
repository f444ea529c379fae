import { sessionKey } from '@/lib/auth/config'

/** Stored beside the session: the user had no membership at the last check. */
const key = `${sessionKey}-no-membership`

/** Stores for the next page whether the user has no membership. Never throws. */
export function storeNoMembership(isNone: boolean): void {
  try {
    if (isNone) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the card reserves a member's height.
  }
}

/**
 * Sets the document's attribute for a user without a membership, as the inline script of every page does
 * (storedSession.ts). Not while a status card is visible, because it would change the card's reserved height.
 */
export function markNoMembership(): void {
  try {
    document.documentElement.toggleAttribute('data-no-membership', localStorage.getItem(key) !== null)
  } catch {
    // As above.
  }
}
