import { expect, type Page } from '@playwright/test'
import { schemaIdSingleton, schemaTypeSingleton } from '@sanity/preview-url-secret/constants'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  choosePerspective,
  previewFrame,
  studioTimeouts,
  studioUrl,
  uiTimeout,
} from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterEach(() => restore(snapshot))

/** Opens the About page in Presentation, with which the browser is in draft mode. */
async function openPreview(page: Page): Promise<void> {
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeAttached({ timeout: uiTimeout })
}

/** Writes the heading of the About page as a draft, as autosave in the Studio does. */
async function draftHeading(heading: string): Promise<void> {
  const client = contentClient()
  const page = (await client.getDocument('drafts.aboutPage')) ?? (await client.getDocument('aboutPage'))
  if (!page) throw new Error('There is no About page.')
  const { _rev, ...content } = page
  await client.createIfNotExists({ ...content, _id: 'drafts.aboutPage', _type: 'aboutPage' })
  await client.patch('drafts.aboutPage').set({ 'sections[0].heading': heading }).commit()
}

test('Presentation shows drafts, follows edits, and opens the field of a clicked text', {
  tag: '@all',
}, async ({ page }) => {
  await draftHeading('A heading before it is published')
  await page.goto(studioUrl('presentation?preview=/about'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('A heading before it is published', { timeout: uiTimeout })
  // Ending the preview inside of Presentation would show published content beside a draft.
  await expect(previewFrame(page).locator('.preview-bar')).toBeAttached()
  await expect(previewFrame(page).locator('.preview-bar')).toBeHidden()
  expect((await loadPage('/about')).html).not.toContain('A heading before it is published')

  await draftHeading('The same heading, changed while somebody looks')
  await expect(heading).toContainText('changed while somebody looks', { timeout: uiTimeout })

  // Until the frame is ready, a click has no effect: repeat it.
  const field = page.getByRole('textbox', { name: 'Heading', exact: true }).first()
  await expect(async () => {
    await heading.click()
    await expect(page.getByTestId('form-view')).toBeVisible({ timeout: 10_000 })
    await expect(field).toHaveValue(/changed while somebody looks/, { timeout: 10_000 })
  }).toPass({ timeout: uiTimeout })
  expect((await loadPage('/about')).html).not.toContain('changed while somebody looks')
})

test('a preview in its own tab shows every edit, also one from before it connected', {
  tag: '@all',
}, async ({ page: studio }) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  const requested: string[] = []
  const listening = Promise.withResolvers<void>()
  await tab.route(/\/api\/draft-mode\/live/, async (route) => {
    requested.push(route.request().url())
    await listening.promise
    await route.continue()
  })
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await expect(tab.locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
  await expect.poll(() => requested.length, { timeout: uiTimeout }).toBe(1)

  const heading = tab.getByRole('heading', { level: 1 })
  await draftHeading('Written before anybody listened')
  listening.resolve()
  await expect(heading).toContainText('Written before anybody listened', { timeout: uiTimeout })
  for (const word of ['once', 'twice', 'again']) {
    await draftHeading(`Written ${word}`)
    await expect(heading).toContainText(`Written ${word}`, { timeout: uiTimeout })
  }
  // A stream that is opened again for each edit would miss what is written meanwhile.
  expect(requested).toHaveLength(1)
})

test('a preview without an event stream refreshes every 30 seconds', { tag: '@all' }, async ({
  page: studio,
}) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  await tab.clock.install()
  const polling = 'retry: 600000\nevent: polling\ndata: {}\n\n'
  await tab.route(/\/api\/draft-mode\/live/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: polling }),
  )
  const refused = tab.waitForResponse(/\/api\/draft-mode\/live/)
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await refused
  const heading = tab.getByRole('heading', { level: 1 })
  await draftHeading('Written while nobody listens')
  await tab.clock.runFor(20_000)
  await expect(heading).not.toContainText('Written while nobody listens')
  await tab.clock.runFor(11_000)
  await expect(heading).toContainText('Written while nobody listens', { timeout: uiTimeout })
})

/** Collects what the site sends to a page: headers, and bodies that end. */
function collectResponses(page: Page): Promise<string>[] {
  const { siteOrigin } = testEnvironment()
  const sent: Promise<string>[] = []
  page.on('response', (response) => {
    if (!response.url().startsWith(siteOrigin)) return
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream')
    // A redirect has no body, and that of a page that was left is gone.
    const body = isStream ? '' : response.text().catch(() => '')
    const parts = Promise.all([response.allHeaders(), body])
    sent.push(parts.then((both) => JSON.stringify(both)).catch(() => ''))
  })
  return sent
}

test('a shared link shows drafts without a token until sharing is turned off', {
  tag: '@all',
}, async ({ page: studio, browser }) => {
  const client = contentClient()
  const share = (secret: string) =>
    client.createOrReplace({ _id: schemaIdSingleton, _type: schemaTypeSingleton, secret })
  const secret = crypto.randomUUID()
  await share(secret)
  await draftHeading('Only for those with the link')
  const { siteOrigin, readToken, writeToken, webhookSecret } = testEnvironment()
  const link = `${siteOrigin}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/about`

  const stranger = await browser.newContext()
  const tab = await stranger.newPage()
  const sent = [tab, studio].map(collectResponses)
  await openPreview(studio)
  await tab.goto(link)
  const heading = tab.getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Only for those with the link', { timeout: uiTimeout })
  await expect(tab.locator('.preview-bar')).toContainText('shared preview')
  await draftHeading('Only for those with the link, and edited')
  await expect(heading).toContainText('and edited', { timeout: uiTimeout })
  const cookies = await stranger.cookies()

  await client.delete(schemaIdSingleton)
  await expect(tab.locator('.preview-bar')).toHaveCount(0, { timeout: uiTimeout })
  await expect(heading).not.toContainText('Only for those')
  await share(crypto.randomUUID())
  await stranger.addCookies(cookies)
  for (const path of ['/about', '/']) {
    const response = await stranger.request.get(`${siteOrigin}${path}`)
    const html = await response.text()
    expect(response.status()).toBe(200)
    expect(html).not.toContain('Only for those')
    expect(html).not.toMatch(/class="[^"]*preview-bar/)
  }
  const stream = await stranger.request.get(`${siteOrigin}/api/draft-mode/live`)
  expect(await stream.text()).toBe('event: end\ndata: {}\n\n')
  expect((await stranger.request.get(link)).status()).toBe(401)

  const everything = (await Promise.all(sent.flat())).join('\n')
  expect(everything).toContain('Only for those with the link')
  for (const token of [readToken, writeToken, webhookSecret]) expect(everything).not.toContain(token)
  await stranger.close()
})

test('the preview frame follows the Studio’s perspective in both directions', {
  tag: '@all',
}, async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await draftHeading('Only in drafts')
  await openPreview(page)
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('Only in drafts', { timeout: uiTimeout })
  await choosePerspective(page, 'Published')
  await expect(heading).not.toContainText('Only in drafts', { timeout: uiTimeout })
  await choosePerspective(page, 'Drafts')
  await expect(heading).toContainText('Only in drafts', { timeout: uiTimeout })
  expect(errors).toEqual([])
})

test('previews the 404 page: its texts open their fields, and it follows edits', {
  tag: '@all',
}, async ({ page }) => {
  await page.goto(studioUrl('presentation?preview=/no-such-page'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText(seedText('notFoundPage/heading'), { timeout: uiTimeout })
  const field = page.getByRole('textbox', { name: 'Heading', exact: true }).first()
  await expect(async () => {
    await heading.click()
    await expect(field).toHaveValue(seedText('notFoundPage/heading'), { timeout: 10_000 })
  }).toPass({ timeout: uiTimeout })
  await field.fill('Nothing is here')
  await expect(heading).toContainText('Nothing is here', { timeout: uiTimeout })
  await expect(page.getByText('Unable to connect')).toHaveCount(0)
})

test('an announcement opens on a page that shows it', { tag: '@all' }, async ({ page }) => {
  const announcement = {
    _type: 'announcement',
    tone: 'calm',
    end: '2099-02-01T08:00:00.000Z',
    pages: ['/about'],
  }
  const client = contentClient()
  const start = '2026-01-01T08:00:00.000Z'
  await client.createOrReplace({ ...announcement, _id: 'drafts.running', text: 'It runs now', start })
  const later = { text: 'It comes later', start: '2099-01-01T08:00:00.000Z' }
  await client.createOrReplace({ ...announcement, _id: 'drafts.later', ...later })
  const region = previewFrame(page).getByRole('region', { name: 'Announcement' })
  for (const [id, text] of [
    ['running', 'It runs now'],
    ['later', 'It comes later'],
  ] as const) {
    await page.goto(studioUrl(`structure/announcement;${id}`))
    await page.getByText('A line at the top of the selected pages').click({ timeout: uiTimeout })
    await page.getByRole('link', { name: 'About' }).click()
    await expect(region).toContainText(text, { timeout: uiTimeout })
  }
})

test('three Studio tabs, two with Presentation, stay connected and receive an edit', {
  tag: '@all',
}, async ({ page: first }) => {
  const second = await first.context().newPage()
  const third = await first.context().newPage()
  await second.goto(studioUrl('presentation?preview=/about'))
  await third.goto(studioUrl('presentation?preview=/about'))
  for (const each of [second, third]) {
    await expect(previewFrame(each).locator('.preview-bar')).toBeAttached({ timeout: uiTimeout })
  }
  await first.goto(studioUrl('structure/pages;aboutPage'))
  await expect(first.getByTestId('form-view')).toBeVisible({ timeout: uiTimeout })
  await draftHeading('Heard of in every tab')
  for (const each of [second, third]) {
    await expect(previewFrame(each).getByRole('heading', { level: 1 })).toContainText(
      'Heard of in every tab',
      {
        timeout: uiTimeout,
      },
    )
  }
  for (const each of [first, second, third]) await expect(each.getByText('Trying to connect')).toBeHidden()
})
