const interactionEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to an element when the page is opened, without moving the focus. Does nothing if the URL has a fragment, the
 * page is already scrolled, or the visitor has interacted with it.
 *
 * @returns a function that cancels the scrolling
 */
export function scrollOnArrival(target: Element): () => void {
  const controller = new AbortController()
  const stop = () => controller.abort()
  for (const event of interactionEvents)
    window.addEventListener(event, stop, { signal: controller.signal, passive: true })
  const scroll = () => {
    const hasScrollPosition = location.hash !== '' || window.scrollY > 0
    // The visitor may have moved the focus before hydration.
    const hasMovedFocus = document.activeElement?.matches('main, main *, :focus-visible')
    if (!controller.signal.aborted && !hasScrollPosition && !hasMovedFocus) target.scrollIntoView()
    stop()
  }
  // After two frames, the browser has restored the scroll position of a reloaded page.
  const scrollSoon = () => requestAnimationFrame(() => requestAnimationFrame(scroll))
  if (document.readyState === 'complete') scrollSoon()
  else window.addEventListener('load', scrollSoon, { signal: controller.signal, once: true })
  return stop
}
