import type { Page } from '@playwright/test'

/**
 * Translates the page as browsers do: from now on every text node with text, except in scripts, styles and text areas,
 * is replaced by `<font>` elements, also those that React adds later. React then no longer finds the text nodes that it
 * manages beside other nodes.
 */
export async function translatePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isTranslatable = (node: Node) =>
      node.textContent?.trim() && !node.parentElement?.closest('font, script, style, noscript, textarea')
    const wrap = (text: Node) => {
      if (!isTranslatable(text)) return
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(`¡${text.textContent}!`)
      text.parentNode?.replaceChild(font, text)
    }
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) wrap(text)
    }
    translate()
    new MutationObserver(translate).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}
