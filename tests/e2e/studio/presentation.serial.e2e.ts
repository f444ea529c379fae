import { expect, type Page } from '@playwright/test'
import { schemaIdSingleton, schemaTypeSingleton } from '@sanity/preview-url-secret/constants'
import { contentClient, createDraft, fetchStoredField } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage } from '../../support/publishing.ts'
import { seedText } from '../../support/seedContent.ts'
import { choosePerspective, previewFrame, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

/** Opens the About page in Presentation, which starts draft mode in the browser. */
async function openPreview(page: Page): Promise<void> {
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeAttached({ timeout: uiTimeout })
}

/** Writes the heading of the About page as a draft, as autosave in the Studio does. */
async function writeDraftHeading(heading: string): Promise<void> {
  if (!(await fetchStoredField('drafts.aboutPage', '_id'))) await createDraft('aboutPage', {})
  await contentClient().patch('drafts.aboutPage').set({ 'sections[0].heading': heading }).commit()
}

test('Presentation shows drafts and follows edits', {
  tag: '@nightly',
}, async ({ page }) => {
  await writeDraftHeading('A heading before it is published')
  await page.goto(studioUrl('presentation?preview=/about'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('A heading before it is published', { timeout: uiTimeout })
  // The bar is hidden: ending the preview inside Presentation would show published content beside a draft.
  await expect(previewFrame(page).locator('.preview-bar')).toBeAttached()
  await expect(previewFrame(page).locator('.preview-bar')).toBeHidden()
  expect((await loadPage('/about')).html).not.toContain('A heading before it is published')

  await writeDraftHeading('The same heading, changed during the preview')
  await expect(heading).toContainText('changed during the preview', { timeout: uiTimeout })
  expect((await loadPage('/about')).html).not.toContain('changed during the preview')
})

test('a preview in its own tab shows every edit, including edits made before it connected', {
  tag: '@nightly',
}, async ({ page: studio }) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  const streamUrls: string[] = []
  const streamPermission = Promise.withResolvers<void>()
  await tab.route(/\/api\/draft-mode\/live/, async (route) => {
    streamUrls.push(route.request().url())
    await streamPermission.promise
    await route.continue()
  })
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await expect(tab.locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
  await expect.poll(() => streamUrls.length, { timeout: uiTimeout }).toBe(1)

  const heading = tab.getByRole('heading', { level: 1 })
  await writeDraftHeading('Written before the stream opened')
  streamPermission.resolve()
  await expect(heading).toContainText('Written before the stream opened', { timeout: uiTimeout })
  for (const word of ['once', 'twice', 'again']) {
    await writeDraftHeading(`Written ${word}`)
    await expect(heading).toContainText(`Written ${word}`, { timeout: uiTimeout })
  }
  // A stream reopened for each edit would miss edits in between.
  expect(streamUrls).toHaveLength(1)
})

test('a preview without an event stream refreshes every 30 seconds', { tag: '@nightly' }, async ({
  page: studio,
}) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  await tab.clock.install()
  const pollingEvent = 'retry: 600000\nevent: polling\ndata: {}\n\n'
  await tab.route(/\/api\/draft-mode\/live/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: pollingEvent }),
  )
  const streamResponse = tab.waitForResponse(/\/api\/draft-mode\/live/)
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await streamResponse
  const heading = tab.getByRole('heading', { level: 1 })
  await writeDraftHeading('Written without a stream')
  await tab.clock.runFor(20_000)
  await expect(heading).not.toContainText('Written without a stream')
  await tab.clock.runFor(11_000)
  await expect(heading).toContainText('Written without a stream', { timeout: uiTimeout })
})

/** Collects the headers and bodies that the site sends to a page, without the bodies of event streams. */
function collectResponses(page: Page): Promise<string>[] {
  const { siteOrigin } = testEnvironment()
  const responses: Promise<string>[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(siteOrigin)) return
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    // A redirect has no body, and after a navigation, the previous page's body is no longer available.
    const body = isStream ? '' : response.text().catch(() => '')
    const parts = Promise.all([response.allHeaders(), body])
    responses.push(parts.then((headersAndBody) => JSON.stringify(headersAndBody)).catch(() => ''))
  })
  return responses
}

test('a shared link shows drafts until sharing is turned off, and the site sends no token', async ({
  page: studio,
  browser,
}) => {
  const client = contentClient()
  const shareLink = (secret: string) =>
    client.createOrReplace({ _id: schemaIdSingleton, _type: schemaTypeSingleton, secret })
  const secret = crypto.randomUUID()
  await shareLink(secret)
  await writeDraftHeading('Only with the shared link')
  const { siteOrigin, readToken, writeToken, webhookSecret } = testEnvironment()
  const link = `${siteOrigin}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/about`

  const visitorContext = await browser.newContext()
  const tab = await visitorContext.newPage()
  const responses = [tab, studio].map(collectResponses)
  await openPreview(studio)
  await tab.goto(link)
  const heading = tab.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Only with the shared link', { timeout: uiTimeout })
  await expect(tab.locator('.preview-bar')).toContainText('Shared preview')
  await writeDraftHeading('Only with the shared link, and edited')
  await expect(heading).toContainText('and edited', { timeout: uiTimeout })
  const cookies = await visitorContext.cookies()

  await client.delete(schemaIdSingleton)
  await expect(tab.locator('.preview-bar')).toHaveCount(0, { timeout: uiTimeout })
  await expect(heading).not.toContainText('Only with the shared')
  await shareLink(crypto.randomUUID())
  await visitorContext.addCookies(cookies)
  for (const path of ['/about', '/']) {
    // The site caches the shared secret's hash for a few seconds.
    await expect(async () => {
      const response = await visitorContext.request.get(`${siteOrigin}${path}`)
      const html = await response.text()
      expect(response.status()).toBe(200)
      expect(html.includes('Only with the shared')).toBe(false)
      expect(html).not.toMatch(/class="[^"]*preview-bar/)
    }).toPass({ timeout: uiTimeout })
  }
  const stream = await visitorContext.request.get(`${siteOrigin}/api/draft-mode/live`)
  expect(await stream.text()).toBe('event: end\ndata: {}\n\n')
  expect((await visitorContext.request.get(link)).status()).toBe(401)
  await tab.goto(link)
  await expect(heading).toHaveText('This preview has ended')

  const sentText = (await Promise.all(responses.flat())).join('\n')
  expect(sentText).toContain('Only with the shared link')
  for (const token of [readToken, writeToken, webhookSecret]) expect(sentText).not.toContain(token)
  await visitorContext.close()
})

test('the preview frame follows the Studio’s perspective to Published and back to Drafts', {
  tag: '@nightly',
}, async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await writeDraftHeading('Only in drafts')
  await openPreview(page)
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Only in drafts', { timeout: uiTimeout })
  await choosePerspective(page, 'Published')
  await expect(heading).not.toContainText('Only in drafts', { timeout: uiTimeout })
  await choosePerspective(page, 'Drafts')
  await expect(heading).toContainText('Only in drafts', { timeout: uiTimeout })
  expect(errors).toEqual([])
})

test('Preview shows the 404 page, opens the field of a clicked heading, and follows edits', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto(studioUrl('presentation?preview=/no-such-page'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText(seedText('notFoundPage/heading'), { timeout: uiTimeout })
  const field = page.getByRole('textbox', { name: 'Heading', exact: true }).first()
  await expect(async () => {
    await heading.click()
    await expect(field).toHaveAttribute('placeholder', seedText('notFoundPage/heading'), { timeout: 10_000 })
  }).toPass({ timeout: uiTimeout })
  await field.fill('Nothing is here')
  await expect(heading).toContainText('Nothing is here', { timeout: uiTimeout })
  await expect(page.getByText('Unable to connect')).toHaveCount(0)
})

test('the form of an announcement opens Preview on a page that shows it', { tag: '@nightly' }, async ({
  page,
}) => {
  const announcement = {
    _type: 'announcement',
    tone: 'calm',
    end: '2099-02-01T08:00:00.000Z',
    pages: ['/about'],
  }
  const client = contentClient()
  const start = '2026-01-01T08:00:00.000Z'
  await client.createOrReplace({ ...announcement, _id: 'drafts.running', text: 'It runs now', start })
  const laterFields = { text: 'It comes later', start: '2099-01-01T08:00:00.000Z' }
  await client.createOrReplace({ ...announcement, _id: 'drafts.later', ...laterFields })
  const announcementRegion = previewFrame(page).getByRole('region', { name: 'Announcement' })
  for (const [id, text] of [
    ['running', 'It runs now'],
    ['later', 'It comes later'],
  ] as const) {
    await page.goto(studioUrl(`structure/announcement;${id}`))
    await page.getByText('A line at the top of the selected pages').click({ timeout: uiTimeout })
    await page.getByRole('link', { name: 'About' }).click()
    await expect(announcementRegion).toContainText(text, { timeout: uiTimeout })
  }
})
