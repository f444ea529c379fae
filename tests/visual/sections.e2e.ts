import { expect, type Locator, test } from '@playwright/test'
import { openPage } from '../support/browsing.ts'

// These tests compare sections, filled by the seed, with stored screenshots. After an intended change, update these:
// `npm run test:e2e -- visual --update-snapshots`.

/** Ignores differences in text smoothing between Chromium versions, but detects a moved or recolored element. */
const tolerance = { threshold: 0.3, maxDiffPixelRatio: 0.015 }
/** Hides pictures, which editors change, and scrollbars. */
const screenshotStyle = '.picture { visibility: hidden } html { scrollbar-width: none }'

const phone = { width: 390, height: 844 }
const large = { width: 1440, height: 900 }

const views = [
  { name: 'hero-phone', path: '/', selector: '.hero', size: phone, colorScheme: 'light' },
  { name: 'offer-light', path: '/', selector: '#offer', size: large, colorScheme: 'light' },
  { name: 'offer-dark', path: '/', selector: '#offer', size: large, colorScheme: 'dark' },
  { name: 'features', path: '/studio', selector: '#features', size: large, colorScheme: 'light' },
  { name: 'equipment-dark', path: '/studio', selector: '#equipment', size: phone, colorScheme: 'dark' },
  { name: 'stats', path: '/about', selector: '#impact', size: large, colorScheme: 'light' },
  { name: 'call-to-action', path: '/about', selector: '#start', size: large, colorScheme: 'light' },
] as const

/** Hides the rest of the page. Content above with a fractional height would move the section's edges. */
function hideOtherContent(section: Locator): Promise<void> {
  return section.evaluate((element) => {
    for (
      let ancestor: Element = element;
      ancestor !== document.body && ancestor.parentElement;
      ancestor = ancestor.parentElement
    )
      for (const sibling of ancestor.parentElement.children)
        if (sibling !== ancestor && sibling instanceof HTMLElement) sibling.style.display = 'none'
  })
}

for (const { name, path, selector, size, colorScheme } of views) {
  test(`${name} matches its screenshot`, { tag: '@nightly' }, async ({ page }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openPage(page, path)
    await page.addStyleTag({ content: screenshotStyle })
    await page.evaluate(() => document.fonts.ready)
    await hideOtherContent(page.locator(selector))
    await expect(page.locator(selector)).toHaveScreenshot(`${name}.png`, tolerance)
  })
}
