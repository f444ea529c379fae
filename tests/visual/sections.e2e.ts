import { expect, type Locator, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'

/**
 * How key sections look, in the seed's words. Pictures are blanked out, since they are content, and everything stands
 * still. The tolerance forgives another Chromium's smoothing of letters, not a rule, a color or a column that moved.
 * After a change that is meant: `npm run test:e2e -- visual --update-snapshots`.
 */
const tolerance = { threshold: 0.3, maxDiffPixelRatio: 0.015 }
const still = '.picture { visibility: hidden } html { scrollbar-width: none }'

const phone = { width: 390, height: 844 }
const large = { width: 1440, height: 900 }

const views = [
  { name: 'hero-phone', path: '/', part: '.hero', size: phone, colorScheme: 'light' },
  { name: 'offer-light', path: '/', part: '#offer', size: large, colorScheme: 'light' },
  { name: 'offer-dark', path: '/', part: '#offer', size: large, colorScheme: 'dark' },
  { name: 'features', path: '/studio', part: '#features', size: large, colorScheme: 'light' },
  { name: 'equipment-dark', path: '/studio', part: '#equipment', size: phone, colorScheme: 'dark' },
  { name: 'stats', path: '/about', part: '#impact', size: large, colorScheme: 'light' },
  { name: 'call-to-action', path: '/about', part: '#start', size: large, colorScheme: 'light' },
] as const

/** Takes everything else out of the page: what is above ends at a fraction of a pixel, which moves all edges below. */
function alone(section: Locator): Promise<void> {
  return section.evaluate((element) => {
    for (let part: Element = element; part !== document.body && part.parentElement; part = part.parentElement)
      for (const other of part.parentElement.children)
        if (other !== part && other instanceof HTMLElement) other.style.display = 'none'
  })
}

for (const { name, path, part, size, colorScheme } of views) {
  test(`${name} is unchanged`, { tag: '@all' }, async ({ page }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openPage(page, path)
    await page.addStyleTag({ content: still })
    await page.evaluate(() => document.fonts.ready)
    await alone(page.locator(part))
    await expect(page.locator(part)).toHaveScreenshot(`${name}.png`, tolerance)
  })
}
