import { sessionKey } from '@/lib/auth/config'

/** Whether this browser keeps a session, which may have ended meanwhile. Needs no SDK, and never throws. */
export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(sessionKey) !== null
  } catch {
    return false
  }
}

/** Whether this browser would keep a session at all: people and their tools can forbid it. Never throws. */
export function canKeepSession(): boolean {
  const name = `${sessionKey}-probe`
  try {
    localStorage.setItem(name, '1')
    const isStored = localStorage.getItem(name) !== null
    localStorage.removeItem(name)
    return isStored
  } catch {
    return false
  }
}

/**
 * A script for the head of every page: marks the document when this browser stores a session, before anything is
 * painted, so that a static page shows users theirs without the SDK and without a layout shift. It follows other tabs
 * (`storage`) and pages restored from history (`pageshow`). The mark of `markNoMembership` is set once.
 *
 * A URL signs no user in, since its author would choose the account. A token in a URL is only removed from the URL
 * and the history, where the next person at the computer would find it.
 *
 * The account service redirects an expired link to any page, with the reason in the fragment: `/auth/confirm`
 * explains it.
 */
export const sessionMarkScript = `(k=>{let a=(n,i)=>{try{document.documentElement.toggleAttribute(n,localStorage.getItem(i)!==null)}catch{}},m=()=>a("data-signed-in",k);m();a("data-no-membership",k+"-no-membership");addEventListener("storage",m);addEventListener("pageshow",m);/[#&](access|refresh)_token=/.test(location.hash)&&history.replaceState(null,"",location.pathname+location.search);/[#&]error_code=otp_expired/.test(location.hash)&&location.pathname!=="/auth/confirm"&&location.replace("/auth/confirm"+location.hash+"&next="+encodeURIComponent(location.pathname))})(${JSON.stringify(sessionKey)})`

/** Sets or removes the mark when this tab has signed in or out. */
export function markSession(isSignedIn: boolean): void {
  document.documentElement.toggleAttribute('data-signed-in', isSignedIn)
}
