const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Brings the form into view when the page is opened, without moving the focus. It leaves the page alone when the
 * address names another place, and when the visitor has begun to read or to write.
 *
 * @returns ends the waiting
 */
export function scrollOnArrival(target: Element): () => void {
  const over = new AbortController()
  const stop = () => over.abort()
  for (const act of acts) window.addEventListener(act, stop, { signal: over.signal, passive: true })
  const scroll = () => {
    const isElsewhere = location.hash !== '' || window.scrollY > 0
    // A key that was pressed before this script came was not heard, but has left its trace.
    const isBusy = document.activeElement?.matches('main, main *, :focus-visible')
    if (!over.signal.aborted && !isElsewhere && !isBusy) target.scrollIntoView()
    stop()
  }
  // Two frames: by then the browser has put a page that was reloaded back to where it was.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(scroll))
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { signal: over.signal, once: true })
  return stop
}
