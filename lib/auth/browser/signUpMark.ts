import { sessionKey } from '@/lib/auth/config'
import { getProperty } from '@/lib/errorCode'

const key = `${sessionKey}-sign-up`

/**
 * Stores the latest sign-up of this browser in place of an earlier one. Never throws.
 *
 * @param id - the account's id in the response
 * @param mark - the random value that this sign-up sent as the account's metadata; an account of an earlier sign-up has
 * another one
 */
export function storeSignUpMark(id: string, mark: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ id, mark }))
  } catch {
    // Without storage, the confirmation requires a new password.
  }
}

/** Reads the latest sign-up of this browser; undefined without one. Never throws. */
export function readSignUpMark(): { id: string; mark: string } | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const [id, mark] = [getProperty(stored, 'id'), getProperty(stored, 'mark')]
    return typeof id === 'string' && typeof mark === 'string' ? { id, mark } : undefined
  } catch {
    return undefined
  }
}
