import { expect, type Page, test } from '@playwright/test'
import { expectPageHydrated, openPage } from '../../support/browsing.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

/**
 * Follows a link while the page is scrolled to its end. The selector excludes the header's links to the offer, which
 * open a dialog.
 */
async function followLinkFromPageEnd(page: Page, from: string, href: string): Promise<void> {
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

/** Creates a function that checks whether a heading is in the upper half of the window. */
const createTopCheck = (page: Page, heading: string, windowHeight: number) => async () => {
  const box = await page.getByRole('heading', { name: heading, exact: true }).boundingBox()
  return box !== null && box.y >= 0 && box.y < windowHeight / 2
}

/** Pages, each with a link to another page. */
const pageLinks = [
  ['/', '/terms'],
  ['/about', '/'],
  ['/about', '/sign-in'],
] as const

/** Pages, each with a link to a section of another page and that section's heading. */
const partLinks = [
  ['/about', '/contact', 'contactPage/formHeading'],
  ['/studio', '/contact?topic=tour', 'messages/contactForm/tourHeading'],
  ['/', '/services#offer', 'offer/packageName'],
] as const

for (const [reducedMotion, viewport] of [
  ['no-preference', phone],
  ['reduce', largeScreen],
] as const) {
  test.describe(`on a scrolled page at ${viewport.width} px with prefers-reduced-motion: ${reducedMotion}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion } })

    test('a link to a page opens it at the top, and a link to a section scrolls to that section', async ({
      page,
    }) => {
      for (const [from, href] of pageLinks) {
        await followLinkFromPageEnd(page, from, href)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect.poll(() => page.evaluate(() => window.scrollY), `${from} → ${href}`).toBe(0)
      }
      for (const [from, href, heading] of partLinks) {
        await followLinkFromPageEnd(page, from, href)
        const isAtTop = createTopCheck(page, seedText(heading), viewport.height)
        await expect.poll(isAtTop, `${from} → ${href}`).toBe(true)
      }
    })
  })
}
