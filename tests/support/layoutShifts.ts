import type { Page } from '@playwright/test'

/** Records layout shifts without user input in the browser's performance timeline, from the next navigation on. */
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
