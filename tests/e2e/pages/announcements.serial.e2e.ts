import { expect, type Page } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from '../../support/axe.ts'
import { openPage } from '../../support/browsing.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { testEnvironment } from '../../support/environment.ts'
import { expectTabReachesAllControls } from '../../support/keyboard.ts'
import { findOverflowingElements } from '../../support/pageParts.ts'
import { publish } from '../../support/publishing.ts'
import { largeScreen, phone, smallScreens } from '../../support/screens.ts'

const tag = '@nightly'

const announcementText =
  'The studio is closed from Thursday to Sunday: sessions on these days are moved to the following week, at the same time of day as planned.'
const announcement = {
  _id: 'announcement-of-tests',
  _type: 'announcement',
  text: announcementText,
  links: [{ _key: 'more', _type: 'link', kind: 'page', page: '/services', label: 'What is included' }],
  tone: 'calm',
  start: '2026-01-01T08:00:00.000Z',
  end: '2099-01-01T08:00:00.000Z',
}

const getRegion = (page: Page) => page.getByRole('region', { name: 'Announcement' })

for (const tone of ['calm', 'bright']) {
  test(`a ${tone} announcement fits on small screens and is accessible`, {
    tag,
  }, async ({ browser }) => {
    await publish([{ createOrReplace: { ...announcement, tone } }])
    const context = await browser.newContext({
      viewport: phone,
      hasTouch: true,
      reducedMotion: 'reduce',
      baseURL: testEnvironment().siteOrigin,
    })
    const page = await context.newPage()
    await openPage(page, '/about')
    await expect(getRegion(page)).toContainText(announcementText)
    await expectTabReachesAllControls(page)
    expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
    for (const { name, ...size } of smallScreens) {
      await page.setViewportSize(size)
      expect.soft(await findOverflowingElements(page), name).toEqual([])
    }
    await page.setViewportSize(largeScreen)
    await expectTabReachesAllControls(page)
    await context.close()
  })
}
