import { sessionKey } from './config'

/**
 * A script for the head of every page: marks the document when this browser keeps a session, before anything is
 * painted, so that a static page shows members theirs without the SDK and without moving anything; and when a session
 * has ended by itself (lib/membership/sessionEnd.ts). Other tabs that sign in or out are heard (`storage`), and so is a
 * page that comes back from the browser's history (`pageshow`).
 *
 * Nobody is signed in by an address: whoever made the link would choose the account. A token in one is only taken out of
 * the address and the history, where the next person at the computer would find it.
 */
export const memberMarkScript = `(k=>{let m=()=>{try{for(let n of["member","ended"])document.documentElement.toggleAttribute("data-"+n,localStorage.getItem(n=="member"?k:k+"-ended")!==null)}catch{}};m();addEventListener("storage",m);addEventListener("pageshow",m);/[#&](access|refresh)_token=/.test(location.hash)&&history.replaceState(null,"",location.pathname+location.search)})(${JSON.stringify(sessionKey)})`

/** Marks the document, or takes the mark away, when this very tab has signed in or out. */
export function markMember(isMember: boolean): void {
  document.documentElement.toggleAttribute('data-member', isMember)
}
