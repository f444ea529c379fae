import { expect, type Page } from '@playwright/test'
import { timeZone } from '../../../lib/content/studioTime.ts'
import { contentClient, control, fetchStoredField } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { expectTextOnSite, fillField, measureTask, openInDesk } from '../../support/editing.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, publish } from '../../support/publishing.ts'
import { changeInRelease, getTomorrowAtNine } from '../../support/releases.ts'
import {
  browserInBerlin,
  openReleasesTool,
  restoreContentAfterEachTest,
  test,
} from '../../support/releasesTest.ts'
import {
  choosePerspective,
  previewFrame,
  signIn,
  studioTimeouts,
  studioUrl,
  uiTimeout,
} from '../../support/studio.ts'

test.describe.configure(studioTimeouts)
test.use(browserInBerlin)

restoreContentAfterEachTest()

const pages = [
  { path: '/', name: 'Home', id: 'homePage' },
  { path: '/about', name: 'About', id: 'aboutPage' },
  { path: '/services', name: 'Services', id: 'servicesPage' },
]
const createTitle = (name: string) => `Spring at the studio: ${name}`

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })

/** Reverts the release that is open in the Studio, and opens the new release that the revert creates. */
async function revertRelease(page: Page): Promise<void> {
  await page.getByTestId('revert-button').click({ timeout: uiTimeout })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This creates a new release')
  await expect(dialog.getByRole('checkbox')).toBeHidden()
  await dialog.getByTestId('confirm-button').click()
  await page.getByTestId('revert-stage-success-link').click({ timeout: uiTimeout })
}

/** Publishes the release that is open in the Studio. */
async function publishOpenRelease(page: Page): Promise<void> {
  await page.getByTestId('publish-all-button').click({ timeout: uiTimeout })
  await page.getByTestId('confirm-publish-dialog').getByTestId('confirm-button').click()
}

/** Expects that the site shows the new titles of all pages, or none of them. */
async function expectNewTitles(visibility: 'visible' | 'hidden'): Promise<void> {
  for (const { path, name } of pages)
    await expectTextOnSite(path, createTitle(name), visibility === 'visible')
}

test('a release of three documents is previewed, published on schedule, and reverted', {
  tag: '@nightly',
}, async ({ page, releasesSite }) => {
  await signIn(page, 'editor', studioUrl('', releasesSite.origin))
  await measureTask(
    page,
    'Publish three pages tomorrow at nine, and undo it',
    studioUrl('structure', releasesSite.origin),
    async () => {
      await openReleasesTool(page)
      await page.getByRole('button', { name: 'New release' }).click()
      await page.getByTestId('release-form-title').fill('Spring')
      await page.getByTestId('submit-release-button').click()
      await expect(page).toHaveURL(/releases\/r\w+/, { timeout: uiTimeout })
      const [, releaseId] = /releases\/(r\w+)/.exec(page.url()) ?? []

      await page.getByRole('link', { name: 'Content' }).click()
      for (const { name, id } of pages) {
        await openInDesk(page, 'Pages', name)
        await page.getByRole('button', { name: 'Add to release' }).click()
        await page.getByTestId('group-tab-seo').click()
        await fillField(page, 'seo.title', createTitle(name))
        await expect
          .poll(() => fetchStoredField(`versions.${releaseId}.${id}`, 'seo.title'), { timeout: uiTimeout })
          .toBe(createTitle(name))
      }

      await page.getByTestId('studio-navbar').getByRole('link', { name: 'Preview' }).click()
      const urlField = page.getByTestId('presentation-root').locator('input[value^="http"]').first()
      for (const { path, name } of pages) {
        // A URL has no effect until the frame is ready, so it is typed repeatedly.
        await expect(async () => {
          await urlField.fill(path)
          await page.keyboard.press('Enter')
          const readFrameTitle = () =>
            previewFrame(page)
              .locator(':root')
              .evaluate(() => document.title)
          await expect.poll(readFrameTitle, { timeout: 10_000 }).toContain(createTitle(name))
        }).toPass({ timeout: uiTimeout })
      }
      await expectNewTitles('hidden')

      await page.getByTestId('releases-tool-link').click()
      await page.getByTestId('release-menu-button').click()
      await page.getByTestId('schedule-button-menu-item').click()
      const publishAt = getTomorrowAtNine()
      const timeField = page.getByTestId('date-input')
      await timeField.fill(`${dayFormat.format(publishAt)} 09:00`)
      await timeField.press('Tab')
      await page.getByTestId('confirm-button').click()
      await expect(page.getByText(`${dayFormat.format(publishAt)}, 9:00:00 AM`)).toBeVisible({
        timeout: uiTimeout,
      })
      const waitSeconds = Math.ceil((publishAt.getTime() - Date.now()) / 1000)
      await control('clock', { advanceSeconds: waitSeconds - 60 })
      await expectNewTitles('hidden')
      await control('clock', { advanceSeconds: 120 })
      await expectNewTitles('visible')

      await page.getByRole('button', { name: 'Archived' }).click()
      await page.locator('a', { hasText: 'Spring' }).click()
      await revertRelease(page)
      await publishOpenRelease(page)
      await expectNewTitles('hidden')
    },
  )
})

test('the preview frame shows the selected perspective, and later edits in a release', {
  tag: '@nightly',
}, async ({ page, releasesSite }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const releaseId = 'rFrame'
  const client = contentClient()
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
  await changeInRelease(releaseId, 'aboutPage', { 'sections[0].heading': 'In the release' })
  await signIn(page, 'editor', studioUrl('', releasesSite.origin))
  await page.goto(studioUrl('presentation?preview=/about', releasesSite.origin))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible({ timeout: uiTimeout })
  for (const [perspective, isRelease] of [
    ['Spring', true],
    ['Published', false],
    ['Spring', true],
    ['Drafts', false],
  ] as const) {
    await choosePerspective(page, perspective)
    const headingExpectation = expect(heading)
    await (isRelease ? headingExpectation : headingExpectation.not).toContainText('In the release', {
      timeout: uiTimeout,
    })
  }
  await choosePerspective(page, 'Spring')
  await client
    .patch(`versions.${releaseId}.aboutPage`)
    .set({ 'sections[0].heading': 'Changed in the release' })
    .commit()
  await expect(heading).toContainText('Changed in the release', { timeout: uiTimeout })
  expect(errors).toEqual([])
})

test('a dialog that is opened as soon as the Studio shows its tools stays open', { tag: '@nightly' }, async ({
  page,
  releasesSite,
}) => {
  await signIn(page, 'editor', studioUrl('', releasesSite.origin))
  const featuresAllowed = Promise.withResolvers<void>()
  await page.route(/\/features\b/, async (route) => {
    await featuresAllowed.promise
    await route.continue()
  })
  await page.goto(studioUrl('releases', releasesSite.origin))
  // Sanity remounts all tools when it has loaded the plan's features, so the Studio shows no tools before that.
  await expect(page.getByText('Opening the Studio')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('studio-layout')).toHaveCount(0)
  featuresAllowed.resolve()
  await page.getByRole('button', { name: 'New release' }).click({ timeout: uiTimeout })
  const titleField = page.getByTestId('release-form-title')
  await titleField.fill('Spring')
  await expect(page.getByText('America/Los Angeles')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('no-releases-info-text')).toBeVisible({ timeout: uiTimeout })
  await expect(titleField).toHaveValue('Spring')
})

/** Creates and publishes a release through the API. */
async function publishRelease(releaseId: string, versions: { _id: string; fields: object }[]): Promise<void> {
  const client = contentClient()
  await client.releases.create({ releaseId, metadata: { title: releaseId, releaseType: 'asap' } })
  for (const { _id, fields } of versions) await changeInRelease(releaseId, _id, fields)
  await client.releases.publish({ releaseId })
}

const landingPage = {
  _id: 'landing-of-tests',
  _type: 'landingPage',
  title: 'Coaches',
  path: '/podcast-for-coaches',
  sections: [
    { _key: 'intro', _type: 'pageIntroSection', heading: 'For coaches', lead: 'A page of its own.' },
  ],
  seo: sampleLandingPage.seo,
}

test('a revert cannot be published while it changes a price or leaves an old path without a redirect', {
  tag: '@nightly',
}, async ({ page, releasesSite }) => {
  await publish([{ createOrReplace: landingPage }])
  await publishRelease('rMoves', [
    { _id: 'offer', fields: { summary: 'New words for the offer' } },
    { _id: landingPage._id, fields: { path: '/moved', formerPaths: [landingPage.path] } },
  ])
  const price = Number(await fetchStoredField<number>('offer', 'introPrice'))
  await publish([{ patch: { id: 'offer', set: { introPrice: price + 5000 } } }])

  await signIn(page, 'editor', studioUrl('', releasesSite.origin))
  await page.goto(studioUrl('releases/rMoves', releasesSite.origin))
  await revertRelease(page)
  const publishButton = page.getByTestId('publish-all-button')
  const rows = page.getByTestId('table-row')
  await expect(rows).toHaveCount(2, { timeout: uiTimeout })
  await expect(publishButton).toBeDisabled()
  const [, releaseId] = /releases\/(r\w+)/.exec(page.url()) ?? []
  await expect.poll(() => fetchStoredField(`versions.${releaseId}.offer`, 'introPrice')).toBe(price)
  await contentClient().discardVersion({ releaseId: String(releaseId), publishedId: 'offer' })
  await expect(rows).toHaveCount(1, { timeout: uiTimeout })
  await expect(publishButton).toBeDisabled()

  // Opening the landing page's form adds the path that the revert replaces to `formerPaths`.
  await rows.getByText('Coaches').first().click()
  await expect
    .poll(() => fetchStoredField(`versions.${releaseId}.${landingPage._id}`, 'formerPaths'), {
      timeout: uiTimeout,
    })
    .toEqual(['/moved'])
  await page.getByTestId('releases-tool-link').click()
  await page.locator('a', { hasText: 'Reverting' }).click({ timeout: uiTimeout })
  await publishOpenRelease(page)
  await expect.poll(async () => (await loadPage(landingPage.path)).status, { timeout: uiTimeout }).toBe(200)
  const oldPathResponse = await fetch(`${testEnvironment().siteOrigin}/moved`, { redirect: 'manual' })
  expect([oldPathResponse.status, oldPathResponse.headers.get('location')]).toEqual([301, landingPage.path])
  expect(await fetchStoredField('offer', 'introPrice')).toBe(price + 5000)
})

test('a revert that would delete a linked page cannot be published', { tag: '@nightly' }, async ({
  page,
  releasesSite,
}) => {
  const client = contentClient()
  const releaseId = 'rCoaches'
  await client.releases.create({ releaseId, metadata: { title: 'Coaches', releaseType: 'asap' } })
  await client.createVersion({
    document: { ...landingPage, _id: `versions.${releaseId}.${landingPage._id}` },
    publishedId: landingPage._id,
    releaseId,
  })
  await client.releases.publish({ releaseId })
  const link = { _key: 'coaches', _type: 'link', kind: 'page', page: landingPage.path, label: 'Coaches' }
  await publish([{ patch: { id: 'siteSettings', insert: { after: 'footerLinks[-1]', items: [link] } } }])

  await signIn(page, 'editor', studioUrl('', releasesSite.origin))
  await page.goto(studioUrl(`releases/${releaseId}`, releasesSite.origin))
  await revertRelease(page)
  const violation = page.getByRole('alert').filter({ hasText: 'A release removes “Coaches”' })
  await expect(violation).toContainText('Settings', { timeout: uiTimeout })
  await expect(page.getByTestId('table-row')).toHaveCount(1, { timeout: uiTimeout })
  const publishButton = page.getByTestId('publish-all-button')
  await expect(publishButton).toBeHidden()
  await page.getByTestId('release-menu-button').click()
  await expect(page.getByTestId('archive-release-menu-item')).toBeVisible()
  await expect(page.getByTestId('schedule-button-menu-item')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByTestId('releases-tool-link').click()
  await expect(violation).toBeVisible({ timeout: uiTimeout })

  await publish([{ patch: { id: 'siteSettings', unset: ['footerLinks[_key=="coaches"]'] } }])
  await page.locator('a', { hasText: 'Reverting' }).click({ timeout: uiTimeout })
  await publishOpenRelease(page)
  await expect.poll(async () => (await loadPage(landingPage.path)).status, { timeout: uiTimeout }).toBe(404)
})

test('a contributor sees open releases on the start page, but no actions for releases', {
  tag: '@nightly',
}, async ({ page, releasesSite }) => {
  const client = contentClient()
  const releaseId = 'rSpring'
  await client.releases.create({ releaseId, metadata: { title: 'Spring', releaseType: 'asap' } })
  await client.createVersion({ releaseId, publishedId: 'aboutPage', baseId: 'aboutPage' })
  await signIn(page, 'contributor', studioUrl('', releasesSite.origin))
  await page.goto(studioUrl('start', releasesSite.origin))
  const releaseRow = page.getByRole('listitem').filter({ hasText: 'Release with 1 document' })
  await expect(releaseRow).toContainText('Spring', { timeout: uiTimeout })
  await expect(releaseRow.getByRole('link')).toHaveCount(0)
  await expect(page.getByTestId('releases-tool-link')).toHaveCount(0)
  await page.getByTestId('global-perspective-menu-button').click()
  const menu = page.getByTestId('release-menu')
  await expect(menu).toBeVisible()
  await expect(menu).not.toContainText('Spring')
  await expect(page.getByTestId('create-new-release-button')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto(studioUrl('structure', releasesSite.origin))
  await openInDesk(page, 'Pages', 'About')
  await page.getByTestId('group-tab-seo').click()
  await fillField(page, 'seo.title', 'A title to review')
  await expect(page.getByTestId('action-requestreview')).toBeVisible({ timeout: uiTimeout })
  await page.getByTestId('action-menu-button').last().click()
  await expect(page.getByRole('menuitem', { name: 'Discard' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /publish/i })).toHaveCount(0)
})
