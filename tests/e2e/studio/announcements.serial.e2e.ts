import { expect } from '@playwright/test'
import { endAnnouncement } from '../../support/announcements.ts'
import { contentClient, fetchStoredField } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, publish, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import {
  pressPublish,
  retryTimeout,
  studioTimeouts,
  studioUrl,
  textField,
  uiTimeout,
} from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterEach(() => restore(snapshot))

const announcementText = 'Closed from Thursday to Sunday'

test('an announcement is created, shown, closed by keyboard, and ends on time', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  await page.goto(studioUrl('intent/create/template=announcement;type=announcement/'))
  await expect(textField(page, 'text')).toBeVisible({ timeout: uiTimeout })
  const fillField = async (name: string, value: string) => {
    await expect(async () => {
      await textField(page, name).fill(value)
      await expect(textField(page, name)).toHaveValue(value, { timeout: retryTimeout })
    }).toPass({ timeout: uiTimeout })
  }
  await fillField('text', announcementText)
  await fillField('start', '2027-03-14T02:30')
  await expect(page.getByTestId('field-start')).toContainText('skip this hour', { timeout: uiTimeout })
  await fillField('start', '20277-03-14T09:00')
  await expect(page.getByTestId('field-start')).toContainText('four digits')
  await fillField('start', '2026-01-01T00:00')
  await fillField('end', '2027-11-07T01:30')
  await expect(page.getByTestId('field-end')).toContainText('Sunday, November 7, 2027 at 1:30', {
    timeout: uiTimeout,
  })
  await expect(page.getByTestId('field-end')).toContainText('PDT')
  const findId = () =>
    contentClient().fetch<string | null>('*[_type == "announcement" && text == $text][0]._id', {
      text: announcementText,
    })
  await expect.poll(findId, { timeout: uiTimeout }).toMatch(/^drafts\./)
  const id = String(await findId()).replace('drafts.', '')
  await expect
    .poll(() => fetchStoredField(`drafts.${id}`, 'end'), { timeout: uiTimeout })
    .toBe('2027-11-07T08:30:00.000Z')
  await pressPublish(page, id)
  await expect
    .poll(async () => (await loadPage('/about')).html, { timeout: uiTimeout })
    .toContain(announcementText)

  const visitorPage = await browser.newPage()
  await visitorPage.goto(testEnvironment().siteOrigin)
  const announcement = visitorPage.getByRole('region', { name: 'Announcement' })
  await expect(announcement).toContainText(announcementText)
  await announcement.getByRole('button').focus()
  await visitorPage.keyboard.press('Enter')
  await expect(announcement).toBeHidden()
  await expect(visitorPage.getByRole('main')).toBeFocused()
  await visitorPage.goto(`${testEnvironment().siteOrigin}/about`, { waitUntil: 'commit' })
  await expect(visitorPage.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(announcement).toBeHidden()
  await visitorPage.close()

  await endAnnouncement(id, '/about', announcementText)
})

test('an announcement follows its landing page to a new path, and shows on no other page after the page’s deletion', {
  tag: '@nightly',
}, async ({ page }) => {
  const id = 'announcement-of-tests'
  const landingPage = {
    ...sampleLandingPage,
    _id: 'landing-of-tests',
    title: 'For coaches',
    path: '/coaches',
  }
  await publish([
    { createOrReplace: landingPage },
    {
      createOrReplace: {
        _id: id,
        _type: 'announcement',
        text: announcementText,
        tone: 'calm',
        start: '2026-01-01T08:00:00.000Z',
        end: '2099-01-01T08:00:00.000Z',
      },
    },
  ])
  await page.goto(studioUrl(`structure/announcement;${id}`))
  const pages = page.getByTestId('field-pages')
  await pages.getByLabel('For coaches').check({ timeout: uiTimeout })
  await expect
    .poll(() => fetchStoredField(`drafts.${id}`, 'pages'), { timeout: uiTimeout })
    .toEqual(['/coaches'])
  await pressPublish(page, id)
  const isShownOn = async (path: string) => (await loadPage(path)).html.includes(announcementText)
  await expect.poll(() => isShownOn('/coaches'), { timeout: uiTimeout }).toBe(true)
  expect(await isShownOn('/about')).toBe(false)

  await publish([
    { patch: { id: landingPage._id, set: { path: '/podcast-for-coaches', formerPaths: ['/coaches'] } } },
  ])
  expect(await isShownOn('/podcast-for-coaches')).toBe(true)
  await page.reload()
  await expect(pages.getByLabel('/coaches')).toBeChecked({ timeout: uiTimeout })

  await publish([{ delete: { id: landingPage._id } }])
  expect((await loadPage('/podcast-for-coaches')).status).toBe(404)
  for (const path of ['/', '/about']) {
    expect((await loadPage(path)).status).toBe(200)
    expect(await isShownOn(path)).toBe(false)
  }
  await page.reload()
  await pages.getByLabel('/coaches').click({ timeout: uiTimeout })
  await expect(pages.getByLabel('/coaches')).toBeHidden({ timeout: uiTimeout })
})
