import { sessionKey } from '@/lib/auth/config'

/** The key of an item that is stored while the user had no membership at the last check. */
const noMembershipKey = `${sessionKey}-no-membership`

/** Uses the browser's storage, which settings and extensions can block. Then it returns undefined, and never throws. */
export function tryStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

/** Whether this browser stores a session, which may have ended. Needs no SDK. */
export const hasStoredSession = (): boolean =>
  tryStorage((storage) => storage.getItem(sessionKey) !== null) ?? false

/** Whether this browser can store a session. */
export function canStoreSession(): boolean {
  const probeKey = `${sessionKey}-probe`
  const isStored = tryStorage((storage) => {
    storage.setItem(probeKey, '1')
    const hasItem = storage.getItem(probeKey) !== null
    storage.removeItem(probeKey)
    return hasItem
  })
  return isStored ?? false
}

/** Stores whether the user has no membership, for the next page. Otherwise the status card reserves a member's height. */
export function setNoMembership(hasNoMembership: boolean): void {
  tryStorage((storage) =>
    hasNoMembership ? storage.setItem(noMembershipKey, '1') : storage.removeItem(noMembershipKey),
  )
}

/**
 * Sets or removes the document's attribute for a user without a membership, as {@link sessionMarkScript} does. Do not
 * call this while a status card is visible: the card's reserved height would change.
 */
export function markNoMembership(): void {
  tryStorage((storage) =>
    document.documentElement.toggleAttribute('data-no-membership', storage.getItem(noMembershipKey) !== null),
  )
}

/**
 * An inline script for the top of every page. Before the first paint, it sets an attribute of the document when this
 * browser stores a session. A static page thus shows the right elements without the SDK or a layout shift. The script
 * updates the attribute after changes in other tabs (`storage`) and on pages restored from history (`pageshow`). It
 * sets the attribute of `markNoMembership` only once.
 *
 * A token in a URL signs no user in, since the author of the URL would choose the account. It is removed from the URL
 * and the history, where another user of the computer could find it.
 *
 * The account service redirects an expired link to the link's target, with the reason in the fragment. The script
 * redirects the visitor to `/auth/confirm`, which explains the reason.
 */
export const sessionMarkScript = `(k=>{let a=(n,i)=>{try{document.documentElement.toggleAttribute(n,localStorage.getItem(i)!==null)}catch{}},m=()=>a("data-signed-in",k);m();a("data-no-membership",k+"-no-membership");addEventListener("storage",m);addEventListener("pageshow",m);/[#&](access|refresh)_token=/.test(location.hash)&&history.replaceState(null,"",location.pathname+location.search);/[#&]error_code=otp_expired/.test(location.hash)&&location.pathname!=="/auth/confirm"&&location.replace("/auth/confirm"+location.hash+"&next="+encodeURIComponent(location.pathname))})(${JSON.stringify(sessionKey)})`

/** Sets or removes the attribute `data-signed-in` after a sign-in or sign-out in this tab. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
}
