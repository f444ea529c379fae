import type { Page } from '@playwright/test'

/** Besley's minimum line height in em. It keeps the longest ascender (f, 0.79) and descender (g, 0.261) apart. */
const minLineHeight = 1.055

/** Finds large text in Besley whose lines are so close together that letters of two lines can touch. */
export function findTightLines(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, h4, .footer-sentence, .offer-total').evaluateAll(
    (elements, minRatio) =>
      elements.flatMap((element) => {
        const { fontFamily, fontSize, lineHeight } = getComputedStyle(element)
        const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
        return /besley/i.test(fontFamily) && ratio < minRatio ? [`${element.textContent}: ${ratio}`] : []
      }),
    minLineHeight,
  )
}

/**
 * Finds horizontal overflow: the document, if it scrolls sideways, and visible elements and text that extend beyond the
 * viewport, even if a parent clips them. Ignores screen-reader-only elements, and the content of scroll containers
 * that fit the viewport. The menu's content is not ignored, since it should scroll only vertically.
 *
 * @returns at most ten findings
 */
export function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const width = root.clientWidth
    const overflowing: string[] = []
    if (root.scrollWidth > width)
      overflowing.push(`the document is ${root.scrollWidth} px wide in a window of ${width} px`)
    const isInAllowedScrollContainer = (element: Element): boolean => {
      for (
        let parent = element.parentElement;
        parent && parent !== document.body;
        parent = parent.parentElement
      ) {
        if (
          /auto|scroll/.test(getComputedStyle(parent).overflowX) &&
          parent.scrollWidth > parent.clientWidth
        ) {
          const box = parent.getBoundingClientRect()
          return parent.id !== 'site-menu' && box.right <= width + 1 && box.left >= -1
        }
      }
      return false
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const addIfOverflowing = (box: DOMRect, element: Element, text: string) => {
      if (box.width <= 1 || box.height <= 1 || (box.right <= width + 1 && box.left >= -1)) return
      if (!isVisible(element) || isInAllowedScrollContainer(element)) return
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
      const extent = `from ${Math.round(box.left)} to ${Math.round(box.right)} px in a window of ${width} px`
      overflowing.push(`${name} ${extent}: ${text.trim().slice(0, 40)}`)
    }
    for (const element of document.body.querySelectorAll('*')) {
      addIfOverflowing(element.getBoundingClientRect(), element, element.textContent ?? '')
    }
    // Text can overflow its element without changing the element's box.
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const parent = node.parentElement
      // Screen-reader-only elements are clipped to a pixel.
      if (!parent || parent.getBoundingClientRect().width <= 1) continue
      range.selectNodeContents(node)
      addIfOverflowing(range.getBoundingClientRect(), parent, node.textContent ?? '')
    }
    return overflowing.slice(0, 10)
  })
}

/** Counts, by role, the landmarks that every page should have once. */
export async function countLandmarks(page: Page): Promise<Record<string, number>> {
  const roles = ['banner', 'main', 'contentinfo'] as const
  const counts = await Promise.all(roles.map((role) => page.getByRole(role).count()))
  return Object.fromEntries(roles.map((role, index) => [role, counts[index] ?? 0]))
}

/** Finds words of at most 22 letters that a line break splits, outside of email addresses and URLs. */
export function findDividedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dividedWords = new Set<string>()
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility({ visibilityProperty: true }) || parent.clientWidth === 1) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![@/.\w])[^\s@/.-]{2,22}(?![@/\w])/g,
      )) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) dividedWords.add(word)
      }
    }
    return [...dividedWords]
  })
}
