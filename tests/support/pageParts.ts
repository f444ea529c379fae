import type { Page } from '@playwright/test'

/** A heading of a page. */
export type PageHeading = { level: number; text: string }

/** Returns all headings in the accessibility tree, in order. */
export function listHeadings(page: Page): Promise<PageHeading[]> {
  return page.getByRole('heading').evaluateAll((elements) =>
    elements.map((element) => ({
      level: Number(element.getAttribute('aria-level') ?? element.tagName.slice(1)),
      text: element.textContent?.trim() ?? '',
    })),
  )
}

/** Finds skipped levels in a sequence of headings, or a first heading that is not level 1. */
export function skippedLevels(headings: readonly PageHeading[]): string[] {
  return headings.flatMap(({ level, text }, index) => {
    const above = headings[index - 1]?.level ?? 0
    return level > above + 1 ? [`"${text}" is at level ${level}, below level ${above}`] : []
  })
}

/** The minimum line height for Besley in em: its ascender and descender, with a small gap. */
const minLineHeight = 1.08

/** Finds headings whose lines are so close that letters of two lines can touch. */
export function findTightHeadings(page: Page): Promise<string[]> {
  return page.locator('h1, h2, h3, h4, .footer-sentence, .offer-total').evaluateAll(
    (headings, least) =>
      headings.flatMap((heading) => {
        const { fontFamily, fontSize, lineHeight } = getComputedStyle(heading)
        const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
        return /besley/i.test(fontFamily) && ratio < least ? [`${heading.textContent}: ${ratio}`] : []
      }),
    minLineHeight,
  )
}

/**
 * Elements that are wider than the page: the document itself, when it scrolls sideways, and every visible element
 * that reaches out of the window, which a clipping parent would hide from the first measure. Scrolling parts, and
 * elements for screen readers only, may.
 */
export function overflowingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const width = root.clientWidth
    const found: string[] = []
    if (root.scrollWidth > width) found.push(`the document is ${root.scrollWidth} px wide in ${width} px`)
    const scrolls = (element: Element): boolean => {
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
    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const check = (box: DOMRect, element: Element, text: string) => {
      if (box.width <= 1 || box.height <= 1 || (box.right <= width + 1 && box.left >= -1)) return
      if (!seen(element) || scrolls(element)) return
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
      const reach = `from ${Math.round(box.left)} to ${Math.round(box.right)} px in ${width} px`
      found.push(`${name} ${reach}: ${text.trim().slice(0, 40)}`)
    }
    for (const element of document.body.querySelectorAll('*')) {
      check(element.getBoundingClientRect(), element, element.textContent ?? '')
    }
    // A text can overflow its element without changing the element's box.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      // Elements for screen readers only are clipped to a pixel.
      if (!parent || parent.getBoundingClientRect().width <= 1) continue
      range.selectNodeContents(node)
      check(range.getBoundingClientRect(), parent, node.textContent ?? '')
    }
    return found.slice(0, 10)
  })
}

/** Counts a page's landmarks by role. */
export async function getLandmarks(page: Page): Promise<Record<string, number>> {
  const roles = ['banner', 'main', 'contentinfo'] as const
  const counts = await Promise.all(roles.map((role) => page.getByRole(role).count()))
  return Object.fromEntries(roles.map((role, index) => [role, counts[index] ?? 0]))
}
