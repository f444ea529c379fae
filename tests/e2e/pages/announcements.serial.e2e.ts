import { expect, type Page, test } from '@playwright/test'
import { deriveCronSecret } from '../../../scripts/lib/environment.ts'
import { startScheduler } from '../../../scripts/lib/scheduler.ts'
import { findAxeViolationsInBothSchemes } from '../../support/axe.ts'
import { openPage } from '../../support/browsing.ts'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { expectTabReachesAllControls } from '../../support/keyboard.ts'
import { recordLayoutShifts, sumLayoutShifts } from '../../support/layoutShifts.ts'
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

const tag = '@all'

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => restore(before))

const words =
  'The studio is closed from Thursday to Sunday: sessions that fall on these days are moved to the week after, at the same hour as planned.'
const announcement = {
  _id: 'announcement-of-tests',
  _type: 'announcement',
  text: words,
  links: [{ _key: 'more', _type: 'link', kind: 'page', page: '/services', label: 'What is included' }],
  tone: 'calm',
  start: '2026-01-01T08:00:00.000Z',
  end: '2099-01-01T08:00:00.000Z',
}

const getRegion = (page: Page) => page.getByRole('region', { name: 'Announcement' })

/** Records painted frames with an announcement, and layout shifts, in the browser. */
async function watchFrames(page: Page): Promise<void> {
  await recordLayoutShifts(page)
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.announcement')?.checkVisibility()) performance.mark('announcement')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Returns the number of frames with an announcement, and the sum of layout shifts. */
async function frames(page: Page): Promise<{ shown: number; moved: number }> {
  const moved = await sumLayoutShifts(page)
  const shown = await page.evaluate(() => performance.getEntriesByName('announcement').length)
  return { shown, moved }
}

for (const [name, viewport] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test(`on ${name} an announcement moves nothing, and is never painted after it was closed`, { tag }, async ({
    browser,
  }) => {
    await publish([{ createOrReplace: announcement }])
    const context = await browser.newContext({ viewport, baseURL: testEnvironment().siteOrigin })
    const page = await context.newPage()
    await watchFrames(page)
    await openPage(page, '/')
    await expect(getRegion(page)).toContainText(words)
    const first = await frames(page)
    expect(first.shown).toBeGreaterThan(0)
    expect(first.moved).toBeLessThan(0.01)

    await getRegion(page).getByRole('button').press('Enter')
    await expect(getRegion(page)).toBeHidden()
    for (const path of ['/', '/about']) {
      await openPage(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const later = await frames(page)
      expect(later.shown, path).toBe(0)
      expect(later.moved, path).toBeLessThan(0.01)
    }
    await context.close()
  })
}

for (const tone of ['calm', 'bright']) {
  test(`a ${tone} announcement is readable on every screen, covers no focused element, and has no fault that axe finds`, {
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
    await expect(getRegion(page)).toContainText(words)
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

test('a scheduler ends an announcement on a site that was restarted', {
  tag,
}, async () => {
  test.setTimeout(120_000)
  const site = await startSecondSite({})
  const notify = () => sendWebhook(JSON.stringify(announcement), { origin: site.origin })
  const shows = async () => (await loadPage('/about', site.origin)).html.includes(words)
  let stop = () => {}
  try {
    await contentClient().createOrReplace(announcement)
    expect((await notify()).status).toBe(200)
    expect(await shows()).toBe(true)
    await site.kill()
    await site.restart()
    const end = new Date(Date.now() + 5000).toISOString()
    await contentClient().patch(announcement._id).set({ end }).commit()
    expect((await notify()).status).toBe(200)
    expect(await shows()).toBe(true)
    const secret = deriveCronSecret({ LOCAL_CONTROL_TOKEN: testEnvironment().controlToken })
    // The scheduler calls each minute, see scripts/lib/scheduler.test.ts.
    stop = startScheduler(site.origin, secret, { announcements: 1000 })
    await expect.poll(shows, { timeout: 30_000, intervals: [1000] }).toBe(false)
  } finally {
    stop()
    await site.stop()
  }
})
