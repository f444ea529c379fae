import { sessionKey } from '@/lib/auth/config'

/** Kept beside the session: whoever is signed in had no membership when that was asked last. */
const key = `${sessionKey}-no-membership`

/** Keeps for the next page whether whoever is signed in has no membership. Never throws. */
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
