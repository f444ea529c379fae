import { stegaClean } from '@sanity/client/stega'

/** The `localStorage` key of the closed announcements. */
const storageKey = 'closed-announcements'

/** Returns the key of a closed announcement. A changed start makes it a new announcement. */
export function getAnnouncementKey({ _id, start }: { _id: string; start: string | null }): string {
  return `${_id}-${stegaClean(start) ?? ''}`.replace(/[^\w-]/g, '')
}

/**
 * A script for the top of every page: marks the document with the closed announcements before anything is painted, so
 * that a static page hides them without a layout shift; the styles do the rest. It also handles the close button
 * without any other script, and moves the focus to the content.
 */
export const closedMarkScript = `(k=>{let d=document,s=d.documentElement.dataset,g=()=>{try{return localStorage.getItem(k)||""}catch{return""}},m=()=>{s.closed=g()};m();addEventListener("storage",m);d.addEventListener("click",e=>{let c=e.target.closest?.("[data-close]")?.dataset.close;if(!c)return;s.closed=[...(g()||s.closed).split(" ").slice(-20),c].join(" ");try{localStorage.setItem(k,s.closed)}catch{}d.getElementById("content")?.focus({preventScroll:true})})})(${JSON.stringify(storageKey)})`
