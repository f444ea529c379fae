import { expect } from '@playwright/test'
import { expectStored } from '../../support/editing.ts'
import { loadPage, publish } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import { pressPublish, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

const announcementText = 'Closed from Thursday to Sunday'

test('an announcement follows its landing page to a new path, and disappears with the page', {
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
  await expectStored(`drafts.${id}`, 'pages', ['/coaches'])
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
