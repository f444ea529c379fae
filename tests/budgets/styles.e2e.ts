import { expect, type Page, type Route, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../support/layoutShifts.ts'
import { allPagesAndUnknown } from '../support/pages.ts'
import { phone } from '../support/screens.ts'

const readSelectorLists = (page: Page) =>
  page.evaluate(() => {
    const getLists = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule && rule.cssRules instanceof CSSRuleList ? getLists(rule.cssRules) : []),
      ])
    return [...document.styleSheets].flatMap((sheet) => getLists(sheet.cssRules))
  })

/** Lists the fonts in which Chromium renders the first element that a selector matches. */
async function listPlatformFonts(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}

/** Stands for `:has(…)` in a selector. */
const pseudoClassMarker = '§'

/** Removes everything in parentheses from selectors, and replaces `:has(…)` with the marker. */
function markHas(selectors: string): string {
  const replaced = selectors.replace(/(:has)?\(([^()]*)\)/g, (_, has?: string, inside = '') =>
    has || inside.includes(pseudoClassMarker) ? pseudoClassMarker : '',
  )
  return replaced === selectors ? selectors : markHas(replaced)
}

// After each DOM insertion, Chromium recalculates the styles of the elements that a rule with :has() may select.
// Without a class after :has(), that may be every element of the page, which takes 30 ms on a slow phone.
test('in every selector of the home page, each part after :has() contains a class', async ({ page }) => {
  await openPage(page, '/')
  const selectors = (await readSelectorLists(page)).flatMap((list) => markHas(list).split(','))
  const selectorsWithHas = selectors.filter((selector) => selector.includes(pseudoClassMarker))
  expect(selectorsWithHas.length).toBeGreaterThan(3)
  const withoutClass = selectorsWithHas.filter((selector) => {
    const [, ...parts] = (selector.split(pseudoClassMarker).at(-1) ?? '').split(/[\s>+~]+/)
    return parts.some((part) => !part.includes('.'))
  })
  expect(withoutClass).toEqual([])
})

test('a long page shows fonts that load late, without a layout shift', async ({ page }) => {
  await page.setViewportSize(phone)
  await recordLayoutShifts(page)
  const delayedRoutes: Route[] = []
  await page.route('**/*.woff2', (route) => {
    delayedRoutes.push(route)
  })
  await openPage(page, '/privacy', { waitUntil: 'domcontentloaded' })
  // A font with `font-display: optional` is not used if it loads later than 100 ms after the first paint.
  await page.waitForFunction(
    () =>
      performance.now() - (performance.getEntriesByType('paint')[0]?.startTime ?? Number.POSITIVE_INFINITY) >
      500,
  )
  expect(delayedRoutes.length).toBeGreaterThan(1)
  await Promise.all(
    delayedRoutes.map(async (route) => {
      await route.continue()
      await route.request().response()
    }),
  )
  await page.evaluate(() => document.fonts.ready)
  expect(await sumLayoutShifts(page)).toBeLessThan(0.001)
  // The name of the variable font's default instance.
  expect(await listPlatformFonts(page, 'main p')).toEqual(['Public Sans Thin'])
})

test('all text uses one of the scale’s eight font sizes', async ({ page }) => {
  const scale = ['sm', 'base', 'lead', 'subtitle', 'heading', 'title', 'display', 'figure']
  for (const { path } of allPagesAndUnknown) {
    await openPage(page, path)
    const otherSizes = await page.evaluate((names) => {
      const sample = document.body.appendChild(document.createElement('i'))
      const sizes = names.map((name) => {
        sample.style.fontSize = `var(--text-${name})`
        return getComputedStyle(sample).fontSize
      })
      sample.remove()
      return [...document.querySelectorAll('header *, main *, footer *')].flatMap((element) => {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        )
        const { fontSize } = getComputedStyle(element)
        return hasText && element.checkVisibility() && !sizes.includes(fontSize)
          ? [`${fontSize}: ${element.textContent}`]
          : []
      })
    }, scale)
    expect.soft(otherSizes, path).toEqual([])
  }
})
