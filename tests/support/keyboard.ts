import { expect, type Page } from '@playwright/test'

/** An element that received the focus by Tab. */
type Stop = { name: string; isOutlined: boolean; isInView: boolean }

/** Describes the focused element: its name, whether its focus is visible, and whether it is visible itself. */
function describeFocus(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const box = element.getBoundingClientRect()
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const label = labels.map(({ textContent }) => textContent?.trim()).join(' ')
    // The alternative text of a linked picture names its target.
    const picture = element.querySelector('img')?.alt ?? ''
    const name = element.getAttribute('aria-label') ?? (label || element.textContent?.trim() || picture)
    const hasOutline = (pseudoElement?: string) => {
      const style = getComputedStyle(element, pseudoElement)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    }
    const isClipped = (ancestor: Element | null): boolean =>
      ancestor !== null &&
      (getComputedStyle(ancestor).clipPath !== 'none' || isClipped(ancestor.parentElement))
    // A clip-path cuts off the outline of a video's button, so the play icon (`::before`) in its center has one.
    const isOutlined = hasOutline('::before') || (hasOutline() && !isClipped(element.parentElement))
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const isInView = Boolean(middle && (element.contains(middle) || middle.contains(element)))
    return { name, isOutlined, isInView }
  })
}

/** Presses Tab from the beginning of a page until the focus leaves it. */
async function tabThrough(page: Page): Promise<Stop[]> {
  // Disables smooth scrolling to the focused element.
  await page.evaluate(() =>
    document.documentElement.style.setProperty('scroll-behavior', 'auto', 'important'),
  )
  const stops: Stop[] = []
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await describeFocus(page)
    if (stop) stops.push(stop)
    else {
      await page.evaluate(() => document.documentElement.style.removeProperty('scroll-behavior'))
      return stops
    }
  }
  throw new Error('The focus never left the page.')
}

const interactiveSelector =
  'a[href], button, input:not([tabindex="-1"]), select, textarea, summary, [tabindex="0"]'

/** Counts the elements that Tab has to reach. */
function countOperable(page: Page): Promise<number> {
  return page
    .locator(interactiveSelector)
    .evaluateAll(
      (all) =>
        all.filter(
          (each) =>
            each.checkVisibility({ visibilityProperty: true }) &&
            each instanceof HTMLElement &&
            each.tabIndex >= 0,
        ).length,
    )
}

/** Expects Tab to reach every interactive element, starting with the skip link, always with a visible focus. */
export async function expectWalkByTab(page: Page): Promise<void> {
  const stops = await tabThrough(page)
  expect(stops[0]?.name).toBe('Skip to content')
  expect(stops.filter(({ isOutlined }) => !isOutlined).map(({ name }) => name)).toEqual([])
  expect(stops.filter(({ isInView }) => !isInView).map(({ name }) => name)).toEqual([])
  expect(stops.filter(({ name }) => name === '')).toEqual([])
  expect(stops).toHaveLength(await countOperable(page))
}
