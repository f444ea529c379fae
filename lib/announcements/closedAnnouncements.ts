import { stegaClean } from '@sanity/client/stega'

/** Where a browser keeps which announcements were closed. */
const storageKey = 'closed-announcements'

/** An announcement by which a browser knows that it was closed; with another start it is another one. */
export function getAnnouncementKey({ _id, start }: { _id: string; start: string | null }): string {
  return `${_id}-${stegaClean(start) ?? ''}`.replace(/[^\w-]/g, '')
}

/**
 * A script for the top of every page: marks the document with the announcements that were closed, before anything is
 * painted, so that a static page shows them to nobody again and nothing moves; the styles do the rest. It also carries
 * out a press of the button, at once and without any other script, and leaves the focus at the content.
 */
export const closedMarkScript = `(k=>{let d=document,s=d.documentElement.dataset,g=()=>{try{return localStorage.getItem(k)||""}catch{return""}},m=()=>{s.closed=g()};m();addEventListener("storage",m);d.addEventListener("click",e=>{let c=e.target.closest?.("[data-close]")?.dataset.close;if(!c)return;s.closed=[...(g()||s.closed).split(" ").slice(-20),c].join(" ");try{localStorage.setItem(k,s.closed)}catch{}d.getElementById("content")?.focus({preventScroll:true})})})(${JSON.stringify(storageKey)})`
