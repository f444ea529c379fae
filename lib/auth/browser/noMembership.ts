import { sessionKey } from '@/lib/auth/config'

/** The key of an item that is stored while the user had no membership at the last check. */
const key = `${sessionKey}-no-membership`

/** Stores whether the user has no membership, for the next page. Never throws. */
export function setNoMembership(hasNoMembership: boolean): void {
  try {
    if (hasNoMembership) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the status card reserves a member's height.
  }
}

/**
 * Sets or removes the document's attribute for a user without a membership, as the inline script of every page does
 * (storedSession.ts). Do not call this while a status card is visible: the card's reserved height would change.
 */
export function markNoMembership(): void {
  try {
    document.documentElement.toggleAttribute('data-no-membership', localStorage.getItem(key) !== null)
  } catch {
    // Without storage, the attribute stays as it is.
  }
}
