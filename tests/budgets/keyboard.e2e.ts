import { expect, type Page, test } from '@playwright/test'
import { open } from '../support/browsing.ts'
import { allRoutes } from '../support/routes.ts'

type Stop = { name: string; outlined: boolean; inView: boolean; top: number }

/** What has the focus: its name, whether one sees that it has it, and whether one sees it at all. */
function focused(page: Page): Promise<Stop | null> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A scroll to what has the focus takes its time.
    for (let before = Number.NaN; before !== window.scrollY; await frame()) {
      before = window.scrollY
      await frame()
    }
    const element = document.activeElement
    if (!element || element === document.body) return null
    const box = element.getBoundingClientRect()
    const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : []
    const label = labels.map(({ textContent }) => textContent?.trim()).join(' ')
    const name = element.getAttribute('aria-label') ?? (label || (element.textContent?.trim() ?? ''))
    const isDrawn = (part?: string) => {
      const style = getComputedStyle(element, part)
      return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
    }
    const isClipped = (inside: Element | null): boolean =>
      inside !== null && (getComputedStyle(inside).clipPath !== 'none' || isClipped(inside.parentElement))
    // What is cut round, as the lens is, cuts its outline off: there the button in its middle has one.
    const outlined = isDrawn('::before') || (isDrawn() && !isClipped(element.parentElement))
    const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    const inView = Boolean(middle && (element.contains(middle) || middle.contains(element)))
    return { name, outlined, inView, top: box.top + window.scrollY }
  })
}

/** Tabs through a page from its beginning to its end. */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let step = 0; step < 150; step += 1) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (!stop) return stops
    stops.push(stop)
  }
  throw new Error('The focus never left the page.')
}

const operable = 'a[href], button, input:not([tabindex="-1"]), select, textarea, summary, [tabindex="0"]'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    for (const { path } of allRoutes) {
      test(`${path} is walked through with Tab, and one always sees where one is`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await open(page, path)
        await page.addStyleTag({ content: 'html { scroll-behavior: auto !important }' })
        const stops = await tabThrough(page)
        expect(stops[0]?.name).toBe('Skip to content')
        expect(stops.filter(({ outlined }) => !outlined).map(({ name }) => name)).toEqual([])
        expect(stops.filter(({ inView }) => !inView).map(({ name }) => name)).toEqual([])
        expect(stops.filter(({ name }) => name === '')).toEqual([])
        const visible = await page
          .locator(operable)
          .evaluateAll(
            (all) =>
              all.filter(
                (each) =>
                  each.checkVisibility({ visibilityProperty: true }) &&
                  each instanceof HTMLElement &&
                  each.tabIndex >= 0,
              ).length,
          )
        expect(stops).toHaveLength(visible)
      })
    }
  })
}

for (const { path } of allRoutes) {
  test(`the skip link of ${path} shows itself and leads past the navigation`, async ({ page }) => {
    await open(page, path, { waitUntil: 'domcontentloaded' })
    const skip = page.getByRole('link', { name: 'Skip to content', exact: true })
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(() => {
      const element = document.activeElement
      return Boolean(element?.closest('main, footer')) && !element?.closest('header.surface-ink')
    })
    expect(inside).toBe(true)
  })
}
