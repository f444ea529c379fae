import { expect, type Page, test } from '@playwright/test'
import { formatMoney } from '../../../lib/content/format.ts'
import { parseStudioTime, skippedHourMessage, timeZone } from '../../../lib/content/studioTime.ts'
import { allowOrigin } from '../../../scripts/vendors/sanity.ts'
import { contentClient, control, fetchStoredField } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { expectTextOnSite, fillField, measureTask, openInDesk } from '../../support/editing.ts'
import { testCloud, testEnvironment } from '../../support/environment.ts'
import { loadPage, publish, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import {
  changeInRelease,
  getTomorrowAtNine,
  pauseScheduledDraft,
  removeReleases,
  summerTimeEnd,
  summerTimeStart,
} from '../../support/releases.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'
import {
  choosePerspective,
  previewFrame,
  signIn,
  studioTimeouts,
  studioUrl,
  uiTimeout,
} from '../../support/studio.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(async () => {
  await removeReleases()
  await restore(before)
})

test.describe('in a Studio with releases', () => {
  // Another time zone, so that only times in the studio's zone are right.
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
    await allowOrigin(testCloud(), site.origin)
  })
  test.afterAll(() => site?.stop())

  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })

  /** Opens the tool of releases, of which there is none yet. */
  async function openReleases(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Releases' }).click()
    await expect(page.getByText('America/Los Angeles')).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('no-releases-info-text')).toBeVisible({ timeout: uiTimeout })
  }

  /** Reverts the open release and opens the new one. */
  async function undo(page: Page): Promise<void> {
    await page.getByTestId('revert-button').click({ timeout: uiTimeout })
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('This creates a new release')
    await expect(dialog.getByRole('checkbox')).toBeHidden()
    await dialog.getByTestId('confirm-button').click()
    await page.getByTestId('revert-stage-success-link').click({ timeout: uiTimeout })
  }

  /** Publishes the open release. */
  async function runRelease(page: Page): Promise<void> {
    await page.getByTestId('publish-all-button').click({ timeout: uiTimeout })
    await page.getByTestId('confirm-publish-dialog').getByTestId('confirm-button').click()
  }

  async function expectTitles(areThere: boolean): Promise<void> {
    for (const { path, name } of pages) await expectTextOnSite(path, title(name), areThere)
  }

  test('a release of three documents is previewed, published on schedule, and reverted', {
    tag: '@all',
  }, async ({ page }) => {
    await signIn(page, 'editor', studioUrl('', site.origin))
    await measureTask(
      page,
      'Publish three pages tomorrow at nine, and undo it',
      studioUrl('structure', site.origin),
      async () => {
        await openReleases(page)
        await page.getByRole('button', { name: 'New release' }).click()
        await page.getByTestId('release-form-title').fill('Spring')
        await page.getByTestId('submit-release-button').click()
        await expect(page).toHaveURL(/releases\/r\w+/, { timeout: uiTimeout })
        const [, release] = /releases\/(r\w+)/.exec(page.url()) ?? []

        await page.getByRole('link', { name: 'Content' }).click()
        for (const { name, id } of pages) {
          await openInDesk(page, 'Pages', name)
          await page.getByRole('button', { name: 'Add to release' }).click()
          await page.getByTestId('group-tab-seo').click()
          await fillField(page, 'seo.title', title(name))
          await expect
            .poll(() => fetchStoredField(`versions.${release}.${id}`, 'seo.title'), { timeout: uiTimeout })
            .toBe(title(name))
        }

        await page.getByTestId('studio-navbar').getByRole('link', { name: 'Preview' }).click()
        const target = page.getByTestId('presentation-root').locator('input[value^="http"]').first()
        for (const { path, name } of pages) {
          // Until the frame is ready, a URL has no effect: type it again.
          await expect(async () => {
            await target.fill(path)
            await page.keyboard.press('Enter')
            const shown = () =>
              previewFrame(page)
                .locator(':root')
                .evaluate(() => document.title)
            await expect.poll(shown, { timeout: 10_000 }).toContain(title(name))
          }).toPass({ timeout: uiTimeout })
        }
        await expectTitles(false)

        await page.getByTestId('releases-tool-link').click()
        await page.getByTestId('release-menu-button').click()
        await page.getByTestId('schedule-button-menu-item').click()
        const publishAt = getTomorrowAtNine()
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
        await undo(page)
        await runRelease(page)
        await expectTitles(false)
      },
    )
  })

  test('the preview frame follows a release, Published and Drafts, and edits in the release', {
    tag: '@all',
  }, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    const releaseId = 'rFrame'
    const client = contentClient()
    await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
    await changeInRelease(releaseId, 'aboutPage', { 'sections[0].heading': 'In the release' })
    await signIn(page, 'editor', studioUrl('', site.origin))
    await page.goto(studioUrl('presentation?preview=/about', site.origin))
    const heading = previewFrame(page).getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible({ timeout: uiTimeout })
    for (const [perspective, isRelease] of [
      ['Spring', true],
      ['Published', false],
      ['Spring', true],
      ['Drafts', false],
    ] as const) {
      await choosePerspective(page, perspective)
      const shown = expect(heading)
      await (isRelease ? shown : shown.not).toContainText('In the release', { timeout: uiTimeout })
    }
    await choosePerspective(page, 'Spring')
    await client
      .patch(`versions.${releaseId}.aboutPage`)
      .set({ 'sections[0].heading': 'Changed in the release' })
      .commit()
    await expect(heading).toContainText('Changed in the release', { timeout: uiTimeout })
    expect(errors).toEqual([])
  })

  test('a dialog that was opened during startup stays open', { tag: '@all' }, async ({ page }) => {
    await signIn(page, 'editor', studioUrl('', site.origin))
    const plan = Promise.withResolvers<void>()
    await page.route(/\/features\b/, async (route) => {
      await plan.promise
      await route.continue()
    })
    await page.goto(studioUrl('releases', site.origin))
    // With the features of Sanity's plan, the Studio renders its tools again: until then, there are none to press.
    await expect(page.getByText('Opening the Studio')).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('studio-layout')).toHaveCount(0)
    plan.resolve()
    await page.getByRole('button', { name: 'New release' }).click({ timeout: uiTimeout })
    const title = page.getByTestId('release-form-title')
    await title.fill('Spring')
    await expect(page.getByText('America/Los Angeles')).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('no-releases-info-text')).toBeVisible({ timeout: uiTimeout })
    await expect(title).toHaveValue('Spring')
  })

  /** Publishes a release, outside of the Studio. */
  async function publishRelease(
    releaseId: string,
    versions: { _id: string; fields: object }[],
  ): Promise<void> {
    const client = contentClient()
    await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'asap' } })
    for (const { _id, fields } of versions) await changeInRelease(releaseId, _id, fields)
    await client.releases.publish({ releaseId })
  }

  const coaches = {
    _id: 'landing-of-tests',
    _type: 'landingPage',
    title: 'Coaches',
    path: '/podcast-for-coaches',
    sections: [
      { _key: 'intro', _type: 'pageIntroSection', heading: 'For coaches', lead: 'A page of its own.' },
    ],
    seo: sampleLandingPage.seo,
  }

  test('a reverted release is validated: charges stay, and old paths redirect', {
    tag: '@all',
  }, async ({ page }) => {
    await publish([{ createOrReplace: coaches }])
    await publishRelease('rMoves', [
      { _id: 'offer', fields: { summary: 'New words for the offer' } },
      { _id: coaches._id, fields: { path: '/moved', formerPaths: [coaches.path] } },
    ])
    const price = Number(await fetchStoredField<number>('offer', 'introPrice'))
    await publish([{ patch: { id: 'offer', set: { introPrice: price + 5000 } } }])

    await signIn(page, 'editor', studioUrl('', site.origin))
    await page.goto(studioUrl('releases/rMoves', site.origin))
    await undo(page)
    const run = page.getByTestId('publish-all-button')
    const rows = page.getByTestId('table-row')
    await expect(rows).toHaveCount(2, { timeout: uiTimeout })
    await expect(run).toBeDisabled()
    const [, release] = /releases\/(r\w+)/.exec(page.url()) ?? []
    await expect.poll(() => fetchStoredField(`versions.${release}.offer`, 'introPrice')).toBe(price)
    await contentClient().discardVersion({ releaseId: String(release), publishedId: 'offer' })
    await expect(rows).toHaveCount(1, { timeout: uiTimeout })
    await expect(run).toBeDisabled()

    // Its form adds the former path.
    await rows.getByText('Coaches').first().click()
    await expect
      .poll(() => fetchStoredField(`versions.${release}.${coaches._id}`, 'formerPaths'), {
        timeout: uiTimeout,
      })
      .toEqual(['/moved'])
    await page.getByTestId('releases-tool-link').click()
    await page.locator('a', { hasText: 'Reverting' }).click({ timeout: uiTimeout })
    await runRelease(page)
    await expect.poll(async () => (await loadPage(coaches.path)).status, { timeout: uiTimeout }).toBe(200)
    const old = await fetch(`${testEnvironment().siteOrigin}/moved`, { redirect: 'manual' })
    expect([old.status, old.headers.get('location')]).toEqual([301, coaches.path])
    expect(await fetchStoredField('offer', 'introPrice')).toBe(price + 5000)
  })

  test('a reverted release deletes no linked page', { tag: '@all' }, async ({ page }) => {
    const client = contentClient()
    const releaseId = 'rCoaches'
    await client.releases.create({ releaseId, metadata: { title: 'Coaches', releaseType: 'asap' } })
    await client.createVersion({
      document: { ...coaches, _id: `versions.${releaseId}.${coaches._id}` },
      publishedId: coaches._id,
      releaseId,
    })
    await client.releases.publish({ releaseId })
    const link = { _key: 'coaches', _type: 'link', kind: 'page', page: coaches.path, label: 'Coaches' }
    await publish([{ patch: { id: 'siteSettings', insert: { after: 'footerLinks[-1]', items: [link] } } }])

    await signIn(page, 'editor', studioUrl('', site.origin))
    await page.goto(studioUrl(`releases/${releaseId}`, site.origin))
    await undo(page)
    const refusal = page.getByRole('alert').filter({ hasText: 'A release removes “Coaches”' })
    await expect(refusal).toContainText('Settings', { timeout: uiTimeout })
    await expect(page.getByTestId('table-row')).toHaveCount(1, { timeout: uiTimeout })
    const run = page.getByTestId('publish-all-button')
    await expect(run).toBeHidden()
    await page.getByTestId('release-menu-button').click()
    await expect(page.getByTestId('archive-release-menu-item')).toBeVisible()
    await expect(page.getByTestId('schedule-button-menu-item')).toBeHidden()
    await page.keyboard.press('Escape')
    await page.getByTestId('releases-tool-link').click()
    await expect(refusal).toBeVisible({ timeout: uiTimeout })

    await publish([{ patch: { id: 'siteSettings', unset: ['footerLinks[_key=="coaches"]'] } }])
    await page.locator('a', { hasText: 'Reverting' }).click({ timeout: uiTimeout })
    await runRelease(page)
    await expect.poll(async () => (await loadPage(coaches.path)).status, { timeout: uiTimeout }).toBe(404)
  })

  const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  const skippedTime = `${dayFormat.format(summerTimeStart)} 02:30`
  /** Finds the first of two equal elements. */
  const repeatedTime = `${dayFormat.format(summerTimeEnd)} 01:30`
  const first = parseStudioTime(`${summerTimeEnd.toISOString().slice(0, 10)}T01:30`)
  const scheduled = () => contentClient().fetch<string[]>('*[_type == "system.release"].publishAt')

  /** Opens the dialog with a draft's publication time. */
  async function openSchedule(page: Page): Promise<void> {
    await signIn(page, 'editor', studioUrl('structure', site.origin))
    await openInDesk(page, 'Pages', 'About')
    await page.getByTestId('group-tab-seo').click()
    await fillField(page, 'seo.title', 'In the night')
    await expect
      .poll(() => fetchStoredField('drafts.aboutPage', 'seo.title'), { timeout: uiTimeout })
      .toBe('In the night')
    await expect(page.getByTestId('action-publish')).toBeEnabled({ timeout: uiTimeout })
    await page.getByTestId('action-menu-button').last().click()
    await page.getByRole('menuitem', { name: 'Schedule publish' }).click()
  }

  test('refuses a skipped hour, and uses the first of a repeated hour', { tag: '@all' }, async ({ page }) => {
    await openSchedule(page)
    const field = page.getByTestId('date-input')
    await expect(field).toBeVisible({ timeout: uiTimeout })
    await expect(page.getByTestId('select-date-button')).toBeHidden()
    await field.fill(skippedTime)
    await field.press('Enter')
    await expect(page.getByText(skippedHourMessage)).toBeVisible()
    await page.getByTestId('confirm-button').click()
    await expect(field).toHaveValue(skippedTime)
    expect(await scheduled()).toEqual([])

    await field.fill(repeatedTime)
    await page.getByTestId('confirm-button').click()
    await expect.poll(scheduled, { timeout: uiTimeout }).toEqual([first?.toISOString()])
  })

  /** A closed picker's field stays in the page. */
  const timeField = (page: Page) => page.getByTestId('date-input').filter({ visible: true })

  /** Enters a skipped time and expects its refusal. */
  async function writeSkipped(page: Page): Promise<void> {
    await expect(page.getByText(skippedHourMessage)).toBeHidden({ timeout: uiTimeout })
    const field = timeField(page)
    await field.fill(skippedTime)
    await field.press('Enter')
    await expect(page.getByText(skippedHourMessage)).toBeVisible()
  }

  const intended = () =>
    contentClient().fetch<string[]>('*[_type == "system.release"].metadata.intendedPublishAt')

  test('refuses a skipped hour in every time field of a release', {
    tag: '@all',
  }, async ({ page }) => {
    await signIn(page, 'editor', studioUrl('structure', site.origin))
    await openReleases(page)
    await page.getByRole('button', { name: 'New release' }).click()
    await page.getByTestId('release-form-title').fill('In the night')
    await page.getByLabel('Approximate time of release').click()
    await page.locator('[data-value="scheduled"]').click()
    const field = timeField(page)
    await expect(field).toBeVisible()
    await expect(page.getByTestId('select-date-button')).toBeHidden()
    await writeSkipped(page)
    await page.getByTestId('submit-release-button').click()
    await expect(field).toHaveValue(skippedTime)
    expect(await intended()).toEqual([])
    // Outside of Los Angeles this dialog gets any time wrong (Sanity 6.16.0), which is an estimate only.
    const releaseId = 'rNight'
    const intendedPublishAt = first?.toISOString() ?? ''
    const metadata = { title: 'Spring', releaseType: 'scheduled', intendedPublishAt } as const
    await contentClient().releases.create({ releaseId, metadata })
    await page.reload()
    await page.locator('a', { hasText: 'Spring' }).click({ timeout: uiTimeout })

    await contentClient().createVersion({ releaseId, publishedId: 'aboutPage', baseId: 'aboutPage' })
    await page.getByTestId('schedule-button').click({ timeout: uiTimeout })
    await writeSkipped(page)
    await page.getByTestId('confirm-button').click()
    await expect(field).toHaveValue(skippedTime)
    expect(await scheduled()).toEqual([null])
    await page.getByTestId('cancel-button').click()

    await page.getByTestId('release-type-picker').click({ timeout: uiTimeout })
    await expect(field).toHaveValue(repeatedTime)
    await expect(page.getByTestId('calendar')).toBeHidden()
    await writeSkipped(page)
    await page.getByTestId('release-type-picker').click()
    await expect(field).toBeHidden()
    expect(await intended()).toEqual([first?.toISOString()])

    // A refusal of the closed picker does not disable the dialog's own time.
    await page.getByTestId('schedule-button').click()
    await expect(field).toHaveValue(repeatedTime)
    await page.getByTestId('confirm-button').click()
    await expect.poll(scheduled, { timeout: uiTimeout }).toEqual([first?.toISOString()])
  })

  test('a plain date retains its calendar', { tag: '@all' }, async ({ page }) => {
    await signIn(page, 'editor', studioUrl('structure', site.origin))
    await openInDesk(page, 'Legal', 'Terms')
    await page.getByTestId('field-lastUpdated').getByTestId('select-date-button').click()
    await expect(page.getByTestId('calendar')).toBeVisible()
  })

  test('a paused draft of the offer is published only by its form, with confirmation and validation', {
    tag: '@all',
  }, async ({ page }) => {
    const releaseId = await pauseScheduledDraft('offer', { introPrice: 100 })
    await signIn(page, 'editor', studioUrl('', site.origin))
    await page.goto(studioUrl(`intent/edit/id=offer;type=offer;scheduledDraft=${releaseId}`, site.origin))
    const schedule = page.getByTestId('action-schedulepublish')
    await expect(schedule).toBeEnabled({ timeout: uiTimeout })
    await schedule.click()
    const question = page.getByRole('dialog', { name: 'Change what members pay?' })
    await expect(question).toContainText('new: $1')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const publishNow = page.getByRole('menuitem', { name: 'Publish now' })
    await page.getByTestId('action-menu-button').last().click()
    await publishNow.click()
    await expect(question).toContainText('new: $1')
    await question.getByRole('button', { name: 'Cancel' }).click()

    await contentClient().patch(`versions.${releaseId}.offer`).unset(['introPrice']).commit()
    await expect(schedule).toBeDisabled({ timeout: uiTimeout })
    await page.getByTestId('action-menu-button').last().click()
    await expect(publishNow).toBeDisabled()
    await page.keyboard.press('Escape')
    await page
      .getByTestId(/^document-header-.*-chip$/)
      .last()
      .click({ button: 'right' })
    await expect(page.getByText('View scheduled drafts')).toBeVisible()
    await expect(publishNow).toHaveCount(0)

    // The URL of a release redirects to the list.
    await page.goto(studioUrl(`releases/${releaseId}`, site.origin))
    await page.getByRole('button', { name: 'Paused' }).click({ timeout: uiTimeout })
    await expect(page).toHaveURL(/view\]=drafts/)
    for (const button of ['publish-all-button', 'schedule-button'])
      await expect(page.getByTestId(button)).toHaveCount(0)
    await page.getByTestId('scheduled-draft-menu-button').click({ timeout: uiTimeout })
    await expect(page.getByTestId('delete-schedule-menu-item')).toBeVisible()
    for (const item of ['publish-now-menu-item', 'schedule-publish-menu-item'])
      await expect(page.getByTestId(item)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Resume all schedules' }).click()
    const resuming = page.getByRole('dialog', { name: 'Resume Scheduled Drafts' })
    await expect(resuming).toContainText('Open each paused draft')
    await expect(resuming.getByTestId('confirm-button')).toBeHidden()
  })

  test('warns about a scheduled version that would revert a new price', { tag: '@all' }, async ({ page }) => {
    const releaseId = await pauseScheduledDraft('offer', { summary: 'New words for the offer' })
    await contentClient().releases.schedule({ releaseId, publishAt: getTomorrowAtNine().toISOString() })
    const price = Number(await fetchStoredField<number>('offer', 'introPrice'))
    await signIn(page, 'editor', studioUrl('structure', site.origin))
    await openInDesk(page, 'Offer')
    await fillField(page, 'introPrice', '1,047')
    await expect
      .poll(() => fetchStoredField('drafts.offer', 'introPrice'), { timeout: uiTimeout })
      .toBe(104_700)
    const publish = page.getByTestId('action-publish')
    await expect(publish).toBeEnabled({ timeout: uiTimeout })
    await publish.click()
    await expect(page.getByTestId('charged-later')).toContainText(
      `Introductory price ${formatMoney(price, 'usd')}`,
    )
  })

  test('a contributor sees scheduled releases but no release actions', { tag: '@all' }, async ({ page }) => {
    const client = contentClient()
    const releaseId = 'rSpring'
    await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
    await client.createVersion({ releaseId, publishedId: 'aboutPage', baseId: 'aboutPage' })
    await signIn(page, 'contributor', studioUrl('', site.origin))
    await page.goto(studioUrl('start', site.origin))
    const planned = page.getByRole('listitem').filter({ hasText: 'Release with 1 document' })
    await expect(planned).toContainText('Spring', { timeout: uiTimeout })
    await expect(planned.getByRole('link')).toHaveCount(0)
    await expect(page.getByTestId('releases-tool-link')).toHaveCount(0)
    await page.getByTestId('global-perspective-menu-button').click()
    const menu = page.getByTestId('release-menu')
    await expect(menu).toBeVisible()
    await expect(menu).not.toContainText('Spring')
    await expect(page.getByTestId('create-new-release-button')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.goto(studioUrl('structure', site.origin))
    await openInDesk(page, 'Pages', 'About')
    await page.getByTestId('group-tab-seo').click()
    await fillField(page, 'seo.title', 'A title to look at')
    await expect(page.getByTestId('action-requestreview')).toBeVisible({ timeout: uiTimeout })
    await page.getByTestId('action-menu-button').last().click()
    await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /publish/i })).toHaveCount(0)
  })

  test.describe('in a browser in Los Angeles', () => {
    test.use({ timezoneId: timeZone })

    test('the calendar refuses a skipped hour', { tag: '@all' }, async ({ page }) => {
      await openSchedule(page)
      const field = page.getByTestId('date-input')
      const before = `${dayFormat.format(summerTimeStart)} 01:30`
      await field.fill(before)
      await field.press('Enter')
      await page.getByTestId('select-date-button').click()
      const hour = page.getByTestId('date-input-dialog').locator('input[type="time"]')
      await hour.fill('02:30')
      await expect(page.getByText(skippedHourMessage)).toBeVisible()
      await expect(field).toHaveValue(before)
    })

    test('the calendar on a release’s page refuses a skipped hour', { tag: '@all' }, async ({ page }) => {
      const releaseId = 'rNight'
      const before =
        parseStudioTime(`${summerTimeStart.toISOString().slice(0, 10)}T01:30`)?.toISOString() ?? ''
      const metadata = { title: 'Night', releaseType: 'scheduled', intendedPublishAt: before } as const
      await contentClient().releases.create({ releaseId, metadata })
      await signIn(page, 'editor', studioUrl('', site.origin))
      await page.goto(studioUrl(`releases/${releaseId}`, site.origin))
      await page.getByTestId('release-type-picker').click({ timeout: uiTimeout })
      await page.getByTestId('calendar').locator('input[type="time"]').fill('02:30')
      await expect(page.getByText(skippedHourMessage)).toBeVisible()
      await expect(page.getByTestId('date-input')).toHaveValue(`${dayFormat.format(summerTimeStart)} 01:30`)
    })
  })
})
