import { sessionKey } from '@/lib/auth/config'

/** Stored beside the session: the user had no membership at the last check. */
const key = `${sessionKey}-no-membership`

/** Stores for the next page whether the user has no membership. Never throws. */
export function storeNoMembership(isNone: boolean): void {
  try {
    if (isNone) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Then the card's place has a member's height.
  }
}

/**
 * Marks the document where no membership is expected, as the script in every page does (storedSession.ts). Not while a
 * card is seen, since its place has another height then.
 */
export function markNoMembership(): void {
  try {
    document.documentElement.toggleAttribute('data-no-membership', localStorage.getItem(key) !== null)
  } catch {
    // As above.
  }
}
