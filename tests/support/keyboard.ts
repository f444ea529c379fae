import { expect, type Page } from '@playwright/test'

/** An element that received the focus after a press of Tab. */
type FocusedElement = { name: string; isOutlined: boolean; isInView: boolean }

/** Describes the focused element: its text or markup, and whether it is outlined and in view; null if there is none. */
function describeFocus(page: Page): Promise<FocusedElement | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const box = element.getBoundingClientRect()
    const name = element.textContent?.trim() || element.outerHTML.slice(0, 100)
    const hasOutline = (pseudoElement?: string) => {
      const style = getComputedStyle(element, pseudoElement)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    }
    const isClipped = (ancestor: Element | null): boolean =>
      ancestor !== null &&
      (getComputedStyle(ancestor).clipPath !== 'none' || isClipped(ancestor.parentElement))
    // A clip-path cuts off the outline of a video's button, so the play icon (`::before`) is outlined instead.
    const isOutlined = hasOutline('::before') || (hasOutline() && !isClipped(element.parentElement))
    const elementAtCenter = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const isInView = Boolean(
      elementAtCenter && (element.contains(elementAtCenter) || elementAtCenter.contains(element)),
    )
    return { name, isOutlined, isInView }
  })
}

/** Presses Tab from the beginning of a page until the focus leaves it. Returns the focused elements in order. */
async function tabThrough(page: Page): Promise<FocusedElement[]> {
  // Disables smooth scrolling to the focused element.
  await page.evaluate(() =>
    document.documentElement.style.setProperty('scroll-behavior', 'auto', 'important'),
  )
  const focusedElements: FocusedElement[] = []
  for (let pressCount = 0; pressCount < 150; pressCount += 1) {
    await page.keyboard.press('Tab')
    const focusedElement = await describeFocus(page)
    if (focusedElement) focusedElements.push(focusedElement)
    else {
      await page.evaluate(() => document.documentElement.style.removeProperty('scroll-behavior'))
      return focusedElements
    }
  }
  throw new Error('After 150 presses of Tab, the focus is still on the page.')
}

const interactiveSelector =
  'a[href], button, input:not([tabindex="-1"]), select, textarea, summary, [tabindex="0"]'

/** Counts the elements that Tab has to reach. */
function countTabbableElements(page: Page): Promise<number> {
  return page
    .locator(interactiveSelector)
    .evaluateAll(
      (elements) =>
        elements.filter(
          (element) =>
            element.checkVisibility({ visibilityProperty: true }) &&
            element instanceof HTMLElement &&
            element.tabIndex >= 0,
        ).length,
    )
}

/** Expects Tab to reach every interactive element, first the skip link, each in view and outlined. */
export async function expectTabReachesAllControls(page: Page): Promise<void> {
  const focusedElements = await tabThrough(page)
  expect(focusedElements[0]?.name).toBe('Skip to content')
  expect(focusedElements.filter(({ isOutlined }) => !isOutlined).map(({ name }) => name)).toEqual([])
  expect(focusedElements.filter(({ isInView }) => !isInView).map(({ name }) => name)).toEqual([])
  expect(focusedElements).toHaveLength(await countTabbableElements(page))
}
