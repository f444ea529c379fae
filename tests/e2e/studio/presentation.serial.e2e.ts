import { expect, type Page, type Route } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { load, putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { previewFrame, studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

/** What lets the site's pages read an answer that a test gives in the lake's place. */
function corsOf(route: Route): Record<string, string> {
  const { origin = '' } = route.request().headers()
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
}

/** Opens the About page in Presentation, with which the browser is in draft mode. */
async function openPreview(page: Page): Promise<void> {
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
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

test('Presentation shows what is not published, follows each edit, and leads from a text to its field', {
  tag: '@all',
}, async ({ page }) => {
  await draftHeading('A heading before it is published')
  await page.goto(studioUrl('presentation?preview=/about'))
  const heading = previewFrame(page).getByRole('heading', { level: 1 })
  await expect(heading).toContainText('A heading before it is published', { timeout: uiTimeout })
  await expect(previewFrame(page).locator('.preview-bar')).toBeVisible()
  expect((await load('/about')).html).not.toContain('A heading before it is published')

  await draftHeading('The same heading, changed while somebody looks')
  await expect(heading).toContainText('changed while somebody looks', { timeout: uiTimeout })

  // Until the frame is ready for it, a click leads nowhere: people press again.
  const field = page.getByRole('textbox', { name: 'Heading', exact: true }).first()
  await expect(async () => {
    await heading.click()
    await expect(page.getByTestId('form-view')).toBeVisible({ timeout: 10_000 })
    await expect(field).toHaveValue(/changed while somebody looks/, { timeout: 10_000 })
  }).toPass({ timeout: uiTimeout })
  expect((await load('/about')).html).not.toContain('changed while somebody looks')
})

test('a preview in a tab of its own hears of every edit, also of one before it began to listen', {
  tag: '@all',
}, async ({ page: studio }) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  const asked: string[] = []
  const listening = Promise.withResolvers<void>()
  await tab.route(/\/data\/live\/events\//, async (route) => {
    asked.push(route.request().url())
    await listening.promise
    await route.continue()
  })
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await expect(tab.locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
  await expect.poll(() => asked.length, { timeout: uiTimeout }).toBe(1)

  const heading = tab.getByRole('heading', { level: 1 })
  await draftHeading('Written before anybody listened')
  listening.resolve()
  await expect(heading).toContainText('Written before anybody listened', { timeout: uiTimeout })
  for (const word of ['once', 'twice', 'again']) {
    await draftHeading(`Written ${word}`)
    await expect(heading).toContainText(`Written ${word}`, { timeout: uiTimeout })
  }
  // A stream that is opened again for each edit would miss what is written meanwhile.
  expect(asked).toHaveLength(1)
})

test('a preview that the lake refuses a stream is rendered again every half minute', { tag: '@all' }, async ({
  page: studio,
}) => {
  await openPreview(studio)

  const tab = await studio.context().newPage()
  await tab.clock.install()
  const goAway = 'event: goaway\ndata: {"reason":"too many connections"}\n\n'
  await tab.route(/\/data\/live\/events\//, (route) =>
    route.fulfill({ contentType: 'text/event-stream', headers: corsOf(route), body: goAway }),
  )
  const refused = tab.waitForResponse(/\/data\/live\/events\//)
  await tab.goto(`${testEnvironment().siteOrigin}/about`)
  await refused
  const heading = tab.getByRole('heading', { level: 1 })
  await draftHeading('Written while nobody listens')
  await tab.clock.runFor(20_000)
  await expect(heading).not.toContainText('Written while nobody listens')
  await tab.clock.runFor(11_000)
  await expect(heading).toContainText('Written while nobody listens', { timeout: uiTimeout })
})

test('draft mode hands browsers a token that reads and cannot write', { tag: '@all' }, async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    const authorization = request.headers().authorization
    if (
      authorization &&
      request.url().includes('/data/live/events') &&
      request.frame() !== page.mainFrame()
    ) {
      requests.push(authorization)
    }
  })
  await openPreview(page)
  await expect.poll(() => requests.length, { timeout: uiTimeout }).toBeGreaterThan(0)
  const token = requests[0]?.replace(/^Bearer /, '') ?? ''
  const borrowed = contentClient().withConfig({ token })
  expect(await borrowed.getDocument('aboutPage')).toMatchObject({ _id: 'aboutPage' })
  await expect(borrowed.patch('aboutPage').set({ 'seo.title': 'Taken over' }).commit()).rejects.toMatchObject(
    {
      statusCode: 403,
    },
  )
  expect((await load('/about')).html).not.toContain('Taken over')
})

test('three Studios of one browser, two with Presentation, stay connected and hear of an edit', {
  tag: '@all',
}, async ({ page: first }) => {
  const second = await first.context().newPage()
  const third = await first.context().newPage()
  await second.goto(studioUrl('presentation?preview=/about'))
  await third.goto(studioUrl('presentation?preview=/about'))
  for (const each of [second, third]) {
    await expect(previewFrame(each).locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
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
