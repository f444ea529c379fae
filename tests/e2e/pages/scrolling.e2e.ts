import { expect, type Page, test } from '@playwright/test'
import { expectPageHydrated, openPage } from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

/** Follows a link from the end of a page, wherever on the page the link is. Links in the header open the offer's dialog. */
async function followFromTheEnd(page: Page, from: string, href: string): Promise<void> {
  await openPage(page, from, { waitUntil: 'domcontentloaded' })
  await expectPageHydrated(page)
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await page
    .locator(`a.text-link[href="${href}"], a[href="${href}"]:not([href*="#"])`)
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(href)
}

/** Whether a heading is in the upper half of a window with a height in CSS pixels. */
const isAtTheTop = (page: Page, heading: string, height: number) => async () => {
  const box = await page.getByRole('heading', { name: heading, exact: true }).boundingBox()
  return box !== null && box.y >= 0 && box.y < height / 2
}

const pageTargets = [
  ['/', '/services'],
  ['/', '/studio'],
  ['/', '/terms'],
  ['/about', '/'],
  ['/about', '/sign-in'],
] as const

const placeTargets = [
  ['/about', '/contact', 'contactPage/formHeading'],
  ['/studio', '/contact?topic=tour', 'contactPage/formHeading'],
  ['/', '/services#offer', 'offer/packageName'],
] as const

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  for (const viewport of [phone, { width: 820, height: 1180 }, largeScreen]) {
    test.describe(`from a scrolled page, motion ${reducedMotion}, ${viewport.width} px`, () => {
      test.use({ viewport, contextOptions: { reducedMotion } })

      test('a link to a page scrolls to its top', async ({ page }) => {
        for (const [from, href] of pageTargets) {
          await test.step(`${from} → ${href}`, async () => {
            await followFromTheEnd(page, from, href)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
          })
        }
      })

      test('a link to an anchor scrolls to it', async ({ page }) => {
        for (const [from, href, heading] of placeTargets) {
          await test.step(`${from} → ${href}`, async () => {
            await followFromTheEnd(page, from, href)
            await expect.poll(isAtTheTop(page, seedText(heading), viewport.height)).toBe(true)
          })
        }
      })
    })
  }
}
