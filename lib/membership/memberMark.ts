import { sessionKey } from './config'

/**
 * A script for the head of every page: marks the document when this browser keeps a session, before anything is
 * painted, so that a static page shows members theirs without the SDK and without moving anything. Other tabs that sign
 * in or out are heard (`storage`), and so is a page that comes back from the browser's history (`pageshow`).
 */
export const memberMarkScript = `(k=>{let m=()=>{try{document.documentElement.toggleAttribute("data-member",localStorage.getItem(k)!==null)}catch{}};m();addEventListener("storage",m);addEventListener("pageshow",m)})(${JSON.stringify(sessionKey)})`

/** Marks the document, or takes the mark away, when this very tab has signed in or out. */
export function markMember(isMember: boolean): void {
  document.documentElement.toggleAttribute('data-member', isMember)
}
