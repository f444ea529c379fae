import type { Page } from '@playwright/test'

/** From the next navigation on, records layout shifts without recent user input as performance marks. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = Object.assign({ value: 0, hadRecentInput: false }, entry.toJSON())
        if (!hadRecentInput) performance.mark('shift', { detail: value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the sum of all recorded layout shifts, which is at least the page's CLS (https://web.dev/articles/cls). */
export async function sumLayoutShifts(page: Page): Promise<number> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return page.evaluate(() =>
    performance
      .getEntriesByName('shift')
      .reduce((sum, mark) => sum + Number('detail' in mark ? mark.detail : 0), 0),
  )
}
