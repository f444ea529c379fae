import { expect, type Page, test } from '@playwright/test'
import { deriveCronSecret } from '../../../scripts/stack/environment.ts'
import { startScheduler } from '../../../scripts/stack/scheduler.ts'
import { findAxeViolationsInBothSchemes } from '../../support/axe.ts'
import { openPage } from '../../support/browsing.ts'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { expectTabReachesAllControls } from '../../support/keyboard.ts'
import { findOverflowingElements } from '../../support/pageParts.ts'
import {
  loadPage,
  publish,
  restore,
  type Snapshot,
  sendWebhook,
  takeSnapshot,
} from '../../support/publishing.ts'
import { largeScreen, phone, smallScreens } from '../../support/screens.ts'
import { startSecondSite } from '../../support/secondSite.ts'

const tag = '@nightly'

let initialContent: Snapshot
test.beforeAll(async () => {
  initialContent = await takeSnapshot()
})
test.afterEach(() => restore(initialContent))

const announcementText =
  'The studio is closed from Thursday to Sunday: sessions that fall on these days are moved to the week after, at the same hour as planned.'
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
  test(`a ${tone} announcement fits on small screens, covers no focused element, and has no axe violations`, {
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

test('the scheduler removes an expired announcement from a restarted site', {
  tag,
}, async () => {
  test.setTimeout(120_000)
  const site = await startSecondSite({})
  const notifySite = () => sendWebhook(JSON.stringify(announcement), { origin: site.origin })
  const isShown = async () => (await loadPage('/about', site.origin)).html.includes(announcementText)
  let stopScheduler = () => {}
  try {
    await contentClient().createOrReplace(announcement)
    expect((await notifySite()).status).toBe(200)
    expect(await isShown()).toBe(true)
    await site.kill()
    await site.restart()
    const end = new Date(Date.now() + 5000).toISOString()
    await contentClient().patch(announcement._id).set({ end }).commit()
    expect((await notifySite()).status).toBe(200)
    expect(await isShown()).toBe(true)
    const secret = deriveCronSecret({ LOCAL_CONTROL_TOKEN: testEnvironment().controlToken })
    // Each second; scripts/stack/scheduler.test.ts tests the usual interval of a minute.
    stopScheduler = startScheduler(site.origin, secret, { announcements: 1000 })
    await expect.poll(isShown, { timeout: 30_000, intervals: [1000] }).toBe(false)
  } finally {
    stopScheduler()
    await site.stop()
  }
})
