import { tryStorage } from '@/lib/browserStorage'
import { getProperty } from '@/lib/errorCode'

const purchaseKey = 'guest-purchase'
const guestTokenKey = 'guest-checkout'

/** How long a guest sees a message about a purchase in this browser. Milliseconds. */
const recentMs = 24 * 3_600_000

/**
 * Records that a guest has paid in this browser. For a day, checkout buttons then show guests a message about it before
 * the purchase dialog. Never throws.
 *
 * @param email - the guest's email
 */
export function storeGuestPurchase(email: string): void {
  tryStorage((storage) => storage.setItem(purchaseKey, JSON.stringify({ email, at: Date.now() })))
}

/** Returns the email of a guest who bought in this browser within the last day; otherwise undefined. Never throws. */
export function readRecentGuestPurchase(): { email: string } | undefined {
  return tryStorage((storage) => {
    const stored: unknown = JSON.parse(storage.getItem(purchaseKey) ?? 'null')
    const [email, at] = [getProperty(stored, 'email'), getProperty(stored, 'at')]
    const isRecent = typeof at === 'number' && Date.now() - at < recentMs
    return isRecent && typeof email === 'string' ? { email } : undefined
  })
}

/**
 * Returns this browser's guest token, creating it if needed. `/success` shows no receipt without the token, which
 * is in `localStorage`, because Checkout opens in another tab. Never throws.
 *
 * @returns undefined when the browser blocks storage; then there is no receipt
 */
export function getGuestToken(): string | undefined {
  return tryStorage((storage) => {
    const token = storage.getItem(guestTokenKey) ?? crypto.randomUUID()
    storage.setItem(guestTokenKey, token)
    return token
  })
}
