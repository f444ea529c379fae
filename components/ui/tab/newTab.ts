import { ink } from '@/lib/colors'
import { createElement } from '../createElement'

/** The content of a tab while it waits for its URL. */
export type TabContent = { title: string; text?: string | undefined }

/**
 * Opens a tab with a message in the site's design. Call it in the click itself: browsers block later ones. The tab
 * has no access to this page.
 *
 * @returns null when the browser blocks it
 */
export function openTab({ title, text }: TabContent): Window | null {
  const tab = window.open('', '_blank')
  try {
    if (tab) {
      tab.opener = null
      const { documentElement: root, head, body } = tab.document
      tab.document.title = title
      const { lang, className } = document.documentElement
      Object.assign(root, { lang, className })
      // The text and two colors show at once; this page's styles are inline or come from the browser's cache. Of a
      // post-processed page only inline styles count: its links are disabled (server/inlineStyles.ts).
      root.style.cssText = `background:${ink};color:#f4ecdf`
      const shared = document.querySelectorAll('style,[rel=stylesheet]:not([disabled]),[name=viewport]')
      for (const node of shared) head.append(node.cloneNode(true))
      body.className = 'surface-ink'
      const main = createElement('main', 'grid content-center gap-6 px-gutter')
      main.append(createElement('h1', 'text-title', title), createElement('p', 'text-lead text-muted', text))
      body.append(main)
    }
  } catch {
    // A browser that does not let us write there shows an empty tab for a moment.
  }
  return tab
}

/**
 * Calls back whenever the visitor returns from another tab.
 *
 * @param callback - returns whether to unsubscribe
 */
export function onReturn(callback: () => boolean): void {
  const handleReturn = () => {
    if (document.visibilityState !== 'visible' || !callback()) return
    for (const [target, event] of watched) target.removeEventListener(event, handleReturn)
  }
  const watched = [
    [window, 'focus'],
    [document, 'visibilitychange'],
  ] as const
  for (const [target, event] of watched) target.addEventListener(event, handleReturn)
}
