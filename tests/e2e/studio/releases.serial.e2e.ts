import { expect, type Page, test } from '@playwright/test'
import { momentOf, skippedHour, timeThere, timeZone } from '../../../lib/content/studioTime.ts'
import { manage } from '../../../scripts/lib/sanityManagement.ts'
import { contentClient, control, stored } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { expectOnSite, measureTask, open, write } from '../../support/editing.ts'
import { testCloud, testEnvironment } from '../../support/environment.ts'
import { load, publish, putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'
import { previewFrame, signIn, studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(async () => {
  await removeReleases()
  await putBack(before)
})

/** Deletes every release, whatever became of it: one that is scheduled would keep its documents locked. */
async function removeReleases(): Promise<void> {
  const client = contentClient()
  const { releases } = client
  const all = await client.fetch<{ name: string; state: string }[]>(
    '*[_type == "system.release"]{name, state}',
  )
  for (const { name: releaseId, state } of all) {
    if (state === 'scheduled') await releases.unschedule({ releaseId })
    if (state === 'scheduled' || state === 'active') await releases.archive({ releaseId })
    await releases.delete({ releaseId })
  }
}

/** The days on which summer time ends and begins, so far away that no clock of the tests comes there. */
const [lastOfSummer, firstOfSummer] = changesOfClocks()

function changesOfClocks(): [Date, Date] {
  const year = new Date().getUTCFullYear() + 5
  const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)))
  const at = (day: Date, time: string) => momentOf(`${day.toISOString().slice(0, 10)}T${time}`)
  const first = days.find((day) => !at(day, '02:30'))
  const hoursOf = (day: Date) => Number(at(day, '03:00')) - Number(at(day, '01:00'))
  const last = days.find((day) => hoursOf(day) === 3 * 3_600_000)
  if (!first || !last) throw new Error('Clocks in Los Angeles do not change in that year.')
  return [last, first]
}

/** Nine in the morning of tomorrow, by the clocks of the studio. */
function tomorrowAtNine(): Date {
  const there = timeThere(new Date(Date.now() + 24 * 3600 * 1000))
  const moment = momentOf(`${there.slice(0, 10)}T09:00`)
  if (!moment) throw new Error('Clocks skip nine in the morning.')
  return moment
}

test('a landing page that a schedule moves leads visitors of its old address to the new one', {
  tag: '@all',
}, async () => {
  const client = contentClient()
  const publishedId = 'landing-of-tests'
  const path = '/podcast-for-coaches'
  const sections = [{ _key: 'intro', _type: 'pageIntroSection', heading: 'A page of its own' }]
  const { seo } = sampleLandingPage
  const page = { _id: publishedId, _type: 'landingPage', title: 'Coaches', path, sections, seo }
  await publish([{ createOrReplace: page }])
  expect((await load(path)).status).toBe(200)
  const { releaseId } = await client.releases.create({
    metadata: { title: 'Moves', releaseType: 'scheduled' },
  })
  await client.createVersion({ releaseId, publishedId, baseId: publishedId })
  await client
    .patch(`versions.${releaseId}.${publishedId}`)
    .set({ path: '/moved', formerPaths: [path] })
    .commit()
  await client.releases.schedule({ releaseId, publishAt: tomorrowAtNine().toISOString() })
  await control('clock', { advanceSeconds: 2 * 24 * 3600 })
  await expect.poll(async () => (await load('/moved')).status, { timeout: 30_000 }).toBe(200)
  const old = await fetch(`${testEnvironment().siteOrigin}${path}`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([301, '/moved'])
})

test.describe('in a Studio that offers releases', () => {
  // Elsewhere, so that times can only be right when they are those of the studio.
  test.use({ viewport: { width: 1600, height: 1000 }, timezoneId: 'Europe/Berlin' })

  const pages = [
    { path: '/', name: 'Home', id: 'homePage' },
    { path: '/about', name: 'About', id: 'aboutPage' },
    { path: '/services', name: 'Services', id: 'servicesPage' },
  ]
  const title = (name: string) => `Spring at the studio: ${name}`

  let site: SecondSite
  test.beforeAll(async () => {
    test.setTimeout(300_000)
    site = await startSecondSite({ NEXT_PUBLIC_SANITY_RELEASES: 'on' }, 'own')
    const cloud = testCloud()
    await manage(cloud, 'POST', `/projects/${cloud.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`, {
      origin: site.origin,
      allowCredentials: true,
    })
  })
  test.afterAll(() => site?.stop())

  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })

  async function expectTitles(areThere: boolean): Promise<void> {
    for (const { path, name } of pages) await expectOnSite(path, title(name), areThere)
  }

  test('a release of three documents is previewed, shows at its time, and is undone as one', {
    tag: '@all',
  }, async ({ page }) => {
    await signIn(page, 'editor', studioUrl('', site.origin))
    await measureTask(
      page,
      'Publish three pages tomorrow at nine, and undo it',
      studioUrl('structure', site.origin),
      async () => {
        await page.getByRole('link', { name: 'Releases' }).click()
        await expect(page.getByText('America/Los Angeles')).toBeVisible({ timeout: uiTimeout })
        await expect(page.getByTestId('no-releases-info-text')).toBeVisible({ timeout: uiTimeout })
        await page.getByRole('button', { name: 'New release' }).click()
        await page.getByTestId('release-form-title').fill('Spring')
        await page.getByTestId('submit-release-button').click()
        await expect(page).toHaveURL(/releases\/r\w+/, { timeout: uiTimeout })
        const [, release] = /releases\/(r\w+)/.exec(page.url()) ?? []

        await page.getByRole('link', { name: 'Content' }).click()
        for (const { name, id } of pages) {
          await open(page, 'Pages', name)
          await page.getByRole('button', { name: 'Add to release' }).click()
          await page.getByTestId('group-tab-seo').click()
          await write(page, 'seo.title', title(name))
          await expect
            .poll(() => stored(`versions.${release}.${id}`, 'seo.title'), { timeout: uiTimeout })
            .toBe(title(name))
        }

        for (const { path, name } of pages) {
          await page.goto(studioUrl(`presentation?preview=${path}&perspective=${release}`, site.origin))
          await expect(previewFrame(page).locator('title')).toHaveText(new RegExp(title(name)), {
            timeout: uiTimeout,
          })
        }
        await expectTitles(false)

        await page.getByTestId('releases-tool-link').click()
        await page.getByTestId('release-menu-button').click()
        await page.getByTestId('schedule-button-menu-item').click()
        const publishAt = tomorrowAtNine()
        const field = page.getByTestId('date-input')
        await field.fill(`${day.format(publishAt)} 09:00`)
        await field.press('Tab')
        await page.getByTestId('confirm-button').click()
        await expect(page.getByText(`${day.format(publishAt)}, 9:00:00 AM`)).toBeVisible({
          timeout: uiTimeout,
        })
        const wait = Math.ceil((publishAt.getTime() - Date.now()) / 1000)
        await control('clock', { advanceSeconds: wait - 60 })
        await expectTitles(false)
        await control('clock', { advanceSeconds: 120 })
        await expectTitles(true)

        await page.getByRole('button', { name: 'Archived' }).click()
        await page.locator('a', { hasText: 'Spring' }).click()
        await page.getByTestId('revert-button').click()
        await page.getByRole('dialog').getByRole('checkbox').check()
        await page.getByTestId('confirm-button').click()
        await expectTitles(false)
      },
    )
  })

  const dayOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const skippedTime = `${dayOf.format(firstOfSummer)} 02:30`
  const scheduled = () => contentClient().fetch<string[]>('*[_type == "system.release"].publishAt')

  /** Opens what says when a draft is to be published. */
  async function openSchedule(page: Page): Promise<void> {
    await signIn(page, 'editor', studioUrl('structure', site.origin))
    await open(page, 'Pages', 'About')
    await page.getByTestId('group-tab-seo').click()
    await write(page, 'seo.title', 'In the night')
    await expect
      .poll(() => stored('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
      .toBe('In the night')
    await page.getByTestId('action-menu-button').last().click()
    await page.getByRole('menuitem', { name: 'Schedule publish' }).click()
  }

  test('a time that clocks skip is refused, and of two the first is taken', { tag: '@all' }, async ({
    page,
  }) => {
    await openSchedule(page)
    const field = page.getByTestId('date-input')
    await expect(field).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('select-date-button')).toBeHidden()
    await field.fill(skippedTime)
    await field.press('Enter')
    await expect(page.getByText(skippedHour)).toBeVisible()
    await page.getByTestId('confirm-button').click()
    await expect(field).toHaveValue(skippedTime)
    expect(await scheduled()).toEqual([])

    await field.fill(`${dayOf.format(lastOfSummer)} 01:30`)
    await page.getByTestId('confirm-button').click()
    const first = momentOf(`${lastOfSummer.toISOString().slice(0, 10)}T01:30`)
    await expect.poll(scheduled, { timeout: uiTimeout }).toEqual([first?.toISOString()])
  })

  test.describe('in a browser in Los Angeles', () => {
    test.use({ timezoneId: timeZone })

    test('the calendar refuses such a time as well', { tag: '@all' }, async ({ page }) => {
      await openSchedule(page)
      const field = page.getByTestId('date-input')
      const before = `${dayOf.format(firstOfSummer)} 01:30`
      await field.fill(before)
      await field.press('Enter')
      await page.getByTestId('select-date-button').click()
      const hour = page.getByTestId('date-input-dialog').locator('input[type="time"]')
      await hour.fill('02:30')
      await expect(page.getByText(skippedHour)).toBeVisible()
      await expect(field).toHaveValue(before)
    })
  })
})
