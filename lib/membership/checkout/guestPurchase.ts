const key = 'guest-purchase'
const markKey = 'guest-checkout'

/** How long a guest sees a message about a purchase of this browser. Milliseconds. */
const recentMs = 24 * 3_600_000

/**
 * Stores that a guest has paid in this browser, for the next press of a checkout button. Never throws.
 *
 * @param email - the guest's email, masked ("a…@example.com")
 */
export function storeGuestPurchase(email: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ email, at: Date.now() }))
  } catch {
    // Then a second press opens the purchase dialog again.
  }
}

/** The purchase of a guest in this browser in the last day; undefined without one. Never throws. */
export function recentGuestPurchase(): { email: string } | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
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
 * A random mark of this browser for the checkouts of a guest. `/success` shows a guest's receipt only with it.
 * Checkout opens in another tab, so the browser stores it, not the tab. Never throws.
 *
 * @returns undefined where the browser stores nothing; then there is no receipt
 */
export function getGuestToken(): string | undefined {
  try {
    const stored = localStorage.getItem(markKey) ?? crypto.randomUUID()
    localStorage.setItem(markKey, stored)
    return stored
  } catch {
    return undefined
  }
}
