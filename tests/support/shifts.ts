import type { Page } from '@playwright/test'

/** Notes in the browser's own timeline, from the next page on, what moves without a visitor's doing. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = Object.assign({ value: 0, hadRecentInput: false }, entry.toJSON())
        if (!hadRecentInput) performance.mark('shift', { detail: value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How far a page has moved by itself until now: https://web.dev/articles/cls */
export async function shifted(page: Page): Promise<number> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return page.evaluate(() =>
    performance
      .getEntriesByName('shift')
      .reduce((sum, mark) => sum + Number('detail' in mark ? mark.detail : 0), 0),
  )
}
