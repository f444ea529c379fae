import { sessionKey } from '@/lib/auth/config'
import { getProperty } from '@/lib/errorCode'

const key = `${sessionKey}-sign-up`

/**
 * Stores the sign-up that this browser sent last, over the one before. Never throws.
 *
 * @param id - the account in the response
 * @param mark - what the sign-up wrote into the account's metadata, unless another sign-up had created the account
 */
export function storeSignUpMark(id: string, mark: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ id, mark }))
  } catch {
    // Then the confirmation requires a password.
  }
}

/** The sign-up that this browser sent last; undefined without one. Never throws. */
export function readSignUpMark(): { id: string; mark: string } | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const [id, mark] = [getProperty(stored, 'id'), getProperty(stored, 'mark')]
    return typeof id === 'string' && typeof mark === 'string' ? { id, mark } : undefined
  } catch {
    return undefined
  }
}
