/**
 * Opens an empty tab. Call it in the click itself: browsers take one that comes later for an advertisement. What is shown
 * there has no way back into this page.
 *
 * @param title - what the tab says while it waits
 * @returns null when the browser does not allow it
 */
export function openTab(title: string): Window | null {
  const tab = window.open('', '_blank')
  try {
    if (tab) {
      tab.opener = null
      tab.document.title = title
    }
  } catch {
    // A browser that does not let us write there shows an empty tab for a moment.
  }
  return tab
}

/** Calls back once, when the visitor comes back from another tab. */
export function onReturn(callback: () => void): void {
  const back = () => {
    if (document.visibilityState !== 'visible') return
    for (const [target, event] of watched) target.removeEventListener(event, back)
    callback()
  }
  const watched = [
    [window, 'focus'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, event] of watched) target.addEventListener(event, back)
}
