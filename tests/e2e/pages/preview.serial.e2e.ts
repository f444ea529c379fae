import { expect, type Page } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { openAndRefresh, readSiteLog, startPreview } from '../../support/preview.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import { seedText } from '../../support/seedContent.ts'

const tag = '@nightly'

const heading = 'A landing page'
const landingPage = {
  ...sampleLandingPage,
  _id: 'landing-of-tests',
  path: '/coaches',
  sections: [{ _key: 'intro', _type: 'pageIntroSection', heading }],
}
const createDraft = (changes: object = {}) => ({
  ...landingPage,
  ...changes,
  _id: `drafts.${landingPage._id}`,
})

const getHeading = (page: Page) => page.getByRole('heading', { level: 1 })
const getBar = (page: Page) => page.locator('.preview-bar')

/** Collects the messages of a page's uncaught errors from now on. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

test('a preview of an unfinished offer writes nothing to the site’s log', { tag }, async ({ page }) => {
  await startPreview(page, '/about')
  const client = contentClient()
  const offer = await client.getDocument('offer')
  if (!offer) throw new Error('There is no offer.')
  const { regularPrice, ...unfinishedOffer } = offer
  await client.createOrReplace({ ...unfinishedOffer, _id: 'drafts.offer' })
  const logBefore = readSiteLog()
  for (const path of ['/services', '/terms']) await openAndRefresh(page, path)
  await page.goto('/no-such-page')
  const lines = readSiteLog().slice(logBefore.length).split('\n')
  // Ignores Node's warnings about deprecated APIs in dependencies.
  expect(lines.filter((line) => line && !/^\((node:|Use `node)/.test(line))).toEqual([])
})

test('every page of a preview shows the preview bar, whose button ends the preview', async ({ page }) => {
  for (const [path, status] of [
    ['/about', 200],
    ['/no-such-page', 404],
    ['/services/no-such-service', 404],
  ] as const) {
    const response = await startPreview(page, path)
    expect(response?.status(), path).toBe(status)
    await expect(getBar(page), path).toBeVisible()
  }
  await expect(getHeading(page)).toContainText(seedText('notFoundPage/heading'))
  await getBar(page).getByRole('button').click()
  await expect(page).toHaveURL('/')
  await expect(getBar(page)).toHaveCount(0)
})

test('a preview of an unknown path shows the draft landing page that has this path', {
  tag,
}, async ({ page }) => {
  const errors = collectErrors(page)
  await startPreview(page, '/coaches')
  await expect(getHeading(page)).toContainText(seedText('notFoundPage/heading'))
  await contentClient().createOrReplace(createDraft())
  await expect(getHeading(page)).toContainText(heading)
  await contentClient().createOrReplace(createDraft({ path: '/elsewhere' }))
  await expect(getHeading(page)).toContainText(seedText('notFoundPage/heading'))
  await expect(getBar(page)).toBeVisible()
  expect(errors).toEqual([])
})

test('a preview shows the announcement that its URL selects, or else the current one', {
  tag,
}, async ({ page }) => {
  const createAnnouncement = (id: string, start: string) => ({
    _id: `drafts.${id}`,
    _type: 'announcement',
    text: `The announcement ${id}`,
    tone: 'calm',
    start,
    end: '2099-01-02T08:00:00.000Z',
    pages: ['/about'],
  })
  const client = contentClient()
  await client.createOrReplace(createAnnouncement('running', '2026-01-01T08:00:00.000Z'))
  await client.createOrReplace(createAnnouncement('later', '2099-01-01T08:00:00.000Z'))
  const region = page.getByRole('region', { name: 'Announcement' })
  await startPreview(page, '/about')
  await expect(region).toContainText('The announcement running')
  for (const id of ['later', 'running']) {
    await page.goto(`/about?announcement=${id}`)
    await expect(region).toContainText(`The announcement ${id}`)
  }
})
