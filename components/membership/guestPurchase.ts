const purchaseKey = 'guest-purchase'
const guestTokenKey = 'guest-checkout'

/** How long a guest sees a message about a purchase of this browser. Milliseconds. */
const recentMs = 24 * 3_600_000

/**
 * Stores that a guest has paid in this browser. For a day, checkout buttons then show guests a message about it before
 * the purchase dialog. Never throws.
 *
 * @param email - the guest's email
 */
export function storeGuestPurchase(email: string): void {
  try {
    localStorage.setItem(purchaseKey, JSON.stringify({ email, at: Date.now() }))
  } catch {
    // Without storage, checkout buttons open the purchase dialog without the message.
  }
}

/** Returns the email of a guest's purchase in this browser within a day; undefined without one. Never throws. */
export function readRecentGuestPurchase(): { email: string } | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(purchaseKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('email' in stored) || !('at' in stored))
      return undefined
    const { email, at } = stored
    const isRecent = typeof at === 'number' && Date.now() - at < recentMs
    return isRecent && typeof email === 'string' ? { email } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the guest token of this browser; creates a missing one. `/success` shows a guest's receipt only with it.
 * It is in `localStorage`, because Checkout opens in another tab. Never throws.
 *
 * @returns undefined when the browser blocks storage; then there is no receipt
 */
export function getGuestToken(): string | undefined {
  try {
    const stored = localStorage.getItem(guestTokenKey) ?? crypto.randomUUID()
    localStorage.setItem(guestTokenKey, stored)
    return stored
  } catch {
    return undefined
  }
}
