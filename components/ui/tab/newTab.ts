import type { Waiting } from './waitingPage'

/**
 * Opens a tab that says in the site's look that something is being prepared. Call it in the click itself: browsers take one
 * that comes later for an advertisement. What is shown there has no way back into this page.
 *
 * @returns null when the browser does not allow it
 */
export function openTab(waiting: Waiting): Window | null {
  const tab = window.open('', '_blank')
  try {
    if (tab) {
      tab.opener = null
      tab.document.title = waiting.title
      import('./waitingPage').then(({ fill }) => fill(tab, waiting)).catch(() => undefined)
    }
  } catch {
    // A browser that does not let us write there shows an empty tab for a moment, as do those that do not get the script.
  }
  return tab
}

/**
 * Calls back whenever the visitor comes back from another tab.
 *
 * @param callback - answers whether it wants to hear of no further return
 */
export function onReturn(callback: () => boolean): void {
  const back = () => {
    if (document.visibilityState !== 'visible' || !callback()) return
    for (const [target, event] of watched) target.removeEventListener(event, back)
  }
  const watched = [
    [window, 'focus'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, event] of watched) target.addEventListener(event, back)
}
