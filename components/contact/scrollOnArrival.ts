const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the form when the page is opened, without moving the focus. Does nothing when the URL has a fragment,
 * and stops when the visitor starts to read or to write.
 *
 * @returns stops waiting
 */
export function scrollOnArrival(target: Element): () => void {
  const over = new AbortController()
  const stop = () => over.abort()
  for (const act of acts) window.addEventListener(act, stop, { signal: over.signal, passive: true })
  const scroll = () => {
    const isElsewhere = location.hash !== '' || window.scrollY > 0
    // A key press before hydration has scrolled the page or moved the focus.
    const isBusy = document.activeElement?.matches('main, main *, :focus-visible')
    if (!over.signal.aborted && !isElsewhere && !isBusy) target.scrollIntoView()
    stop()
  }
  // After two frames, the browser has restored the scroll position of a reloaded page.
  const soon = () => requestAnimationFrame(() => requestAnimationFrame(scroll))
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { signal: over.signal, once: true })
  return stop
}
