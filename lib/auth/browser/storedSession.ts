import { sessionKey } from '@/lib/auth/config'
import { tryStorage } from '@/lib/browserStorage'

/** The key of an item that is present if the user had no membership at the last check. */
const noMembershipKey = `${sessionKey}-no-membership`

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

/** Stores whether the user has no membership. If false, the next page reserves the height of a member's status card. */
export function setNoMembership(hasNoMembership: boolean): void {
  tryStorage((storage) =>
    hasNoMembership ? storage.setItem(noMembershipKey, '1') : storage.removeItem(noMembershipKey),
  )
}

/**
 * Marks the document for a user without a membership, as {@link sessionMarkScript} does. Don't call it while a
 * status card is visible, since its reserved height would change.
 */
export function markNoMembership(): void {
  tryStorage((storage) =>
    document.documentElement.toggleAttribute('data-no-membership', storage.getItem(noMembershipKey) !== null),
  )
}

/**
 * An inline script for the top of every page. Before the first paint, it sets an attribute on the document when this
 * browser stores a session, so that a static page shows the right elements. It updates this attribute after changes
 * in other tabs, and on pages restored from history. It sets `data-no-membership` only once.
 *
 * It also removes a token from the URL and history. Otherwise, a link could sign visitors in to its author's account.
 * If the fragment says that a link has expired, the script opens `/auth/confirm`, which explains this.
 */
export const sessionMarkScript = `(k=>{let a=(n,i)=>{try{document.documentElement.toggleAttribute(n,localStorage.getItem(i)!==null)}catch{}},m=()=>a("data-signed-in",k);m();a("data-no-membership",k+"-no-membership");addEventListener("storage",m);addEventListener("pageshow",m);/[#&](access|refresh)_token=/.test(location.hash)&&history.replaceState(null,"",location.pathname+location.search);/[#&]error_code=otp_expired/.test(location.hash)&&location.pathname!=="/auth/confirm"&&location.replace("/auth/confirm"+location.hash+"&next="+encodeURIComponent(location.pathname))})(${JSON.stringify(sessionKey)})`

/** Sets or removes the attribute `data-signed-in` after a sign-in or sign-out in this tab. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
}
