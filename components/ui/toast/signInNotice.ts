import { tryStorage } from '@/lib/browserStorage'
import { showToast } from './showToast'

const key = 'sign-in-notice'

/** Stores the notice that a link or code signed the user in. The next page shows it. */
export function storeSignInNotice(text: string): void {
  tryStorage((storage) => storage.setItem(key, text), 'sessionStorage')
}

/** Shows a stored notice once. */
export function showSignInNotice(closeLabel: string): void {
  tryStorage((storage) => {
    const title = storage.getItem(key)
    storage.removeItem(key)
    if (title) showToast({ title, closeLabel })
  }, 'sessionStorage')
}
