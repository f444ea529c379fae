import { expect, type Page, type Route, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../support/layoutShifts.ts'
import { phone } from '../support/screens.ts'

const selectorLists = (page: Page) =>
  page.evaluate(() => {
    const getLists = (rules: CSSRuleList): string[] =>
      [...rules].flatMap((rule) => [
        ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
        ...('cssRules' in rule && rule.cssRules instanceof CSSRuleList ? getLists(rule.cssRules) : []),
      ])
    return [...document.styleSheets].flatMap((sheet) => getLists(sheet.cssRules))
  })

const mark = '§'

/** Removes parentheses from a selector, with a placeholder for `:has()`. */
function marked(selectors: string): string {
  const shorter = selectors.replace(/(:has)?\(([^()]*)\)/g, (_, has?: string, inside = '') =>
    has || inside.includes(mark) ? mark : '',
  )
  return shorter === selectors ? selectors : marked(shorter)
}

// Chromium collects the elements that rules with :has() depend on, and recalculates their styles with every
// insertion: with an unnamed part those of the whole page, 30 ms on a slow phone.
test('the elements that rules with :has() depend on have names', async ({ page }) => {
  await openPage(page, '/')
  const selectors = (await selectorLists(page)).flatMap((list) => marked(list).split(','))
  const leading = selectors.filter((selector) => selector.includes(mark))
  expect(leading.length).toBeGreaterThan(3)
  const nameless = leading.filter((selector) => {
    const [, ...parts] = (selector.split(mark).at(-1) ?? '').split(/[\s>+~]+/)
    return parts.some((part) => !part.includes('.'))
  })
  expect(nameless).toEqual([])
})

test('a long text does not move when its font loads late', async ({ page }) => {
  await page.setViewportSize(phone)
  await recordLayoutShifts(page)
  const held: Route[] = []
  await page.route('**/public-sans.*.woff2', (route) => {
    held.push(route)
  })
  await openPage(page, '/privacy', { waitUntil: 'domcontentloaded' })
  // The font has a tenth of a second from its request.
  await page.waitForFunction(
    () =>
      performance.now() - (performance.getEntriesByType('paint')[0]?.startTime ?? Number.POSITIVE_INFINITY) >
      500,
  )
  const arrived = page.waitForResponse(/public-sans\..*\.woff2/)
  for (const route of held) await route.continue()
  await arrived
  await page.evaluate(() => document.fonts.ready)
  expect(await sumLayoutShifts(page)).toBeLessThan(0.001)
})
