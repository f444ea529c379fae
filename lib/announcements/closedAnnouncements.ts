import { stegaClean } from '@sanity/client/stega'

/** The `localStorage` key of the closed announcements. */
const storageKey = 'closed-announcements'

/** Returns the key that identifies a closed announcement. It includes the start, so a rescheduled one shows again. */
export function getAnnouncementKey({ _id, start }: { _id: string; start: string | null }): string {
  return `${_id}-${stegaClean(start) ?? ''}`.replace(/[^\w-]/g, '')
}

/**
 * An inline script for the top of every page. It writes the keys of closed announcements to `data-closed` of `<html>`
 * before the first paint, so the styles hide them without a layout shift. It also handles clicks on close buttons,
 * after which it focuses the content.
 */
export const closedMarkScript = `(k=>{let d=document,s=d.documentElement.dataset,g=()=>{try{return localStorage.getItem(k)||""}catch{return""}},m=()=>{s.closed=g()};m();addEventListener("storage",m);d.addEventListener("click",e=>{let c=e.target.closest?.("[data-close]")?.dataset.close;if(!c)return;s.closed=[...(g()||s.closed).split(" ").slice(-20),c].join(" ");try{localStorage.setItem(k,s.closed)}catch{}d.getElementById("content")?.focus({preventScroll:true})})})(${JSON.stringify(storageKey)})`
