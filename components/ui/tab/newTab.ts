import { ink } from '@/lib/colors'
import { createTextElement } from '../createTextElement'

/** The content of a tab while it waits for its URL. */
export type TabContent = { title: string; text?: string | undefined }

/**
 * Opens a tab with a message in the site's design. Call it synchronously in a click handler, since browsers block tabs
 * that open later. The tab has no access to this page.
 *
 * @returns the tab, or null if the browser blocks it
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
      // The inline colors apply immediately. The copied styles are inline or in the browser's cache. Post-processed
      // pages have inline styles and disabled links to style sheets (server/inlineStyles.ts); the links are not copied.
      root.style.cssText = `background:${ink};color:#f4ecdf`
      const headElements = document.querySelectorAll('style,[rel=stylesheet]:not([disabled]),[name=viewport]')
      for (const node of headElements) head.append(node.cloneNode(true))
      body.className = 'surface-ink'
      const main = createTextElement('main', 'grid content-center gap-6 px-gutter')
      main.append(
        createTextElement('h1', 'text-title', title),
        createTextElement('p', 'text-lead text-muted', text),
      )
      body.append(main)
    }
  } catch {
    // A browser that denies access to the tab's document shows an empty tab until the redirect.
  }
  return tab
}

/**
 * Calls a function whenever the visitor returns from another tab or window.
 *
 * @param callback - called once or twice on each return; returns whether to unsubscribe
 */
export function subscribeToReturn(callback: () => boolean): void {
  const controller = new AbortController()
  const { signal } = controller
  const handleReturn = () => {
    if (document.visibilityState === 'visible' && callback()) controller.abort()
  }
  window.addEventListener('focus', handleReturn, { signal })
  document.addEventListener('visibilitychange', handleReturn, { signal })
}
