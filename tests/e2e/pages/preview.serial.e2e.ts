import { expect, type Page, test } from '@playwright/test'
import { expectHydrated } from '../../support/browsing.ts'
import { contentClient, control } from '../../support/content.ts'
import { openAndRefresh, readSiteLog, startPreview } from '../../support/preview.ts'
import { loadPage, publish, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import { largeScreen, phone } from '../../support/screens.ts'
import { seedText } from '../../support/seedContent.ts'

const tag = '@nightly'

let initialContent: Snapshot
test.beforeAll(async () => {
  initialContent = await takeSnapshot()
})
test.afterEach(async () => {
  await restore(initialContent)
})

const heading = 'A page of its own'
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

test('a preview of an unfinished offer writes nothing to the log of the site', { tag }, async ({ page }) => {
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
  // Omits Node's deprecation warnings about dependencies.
  expect(lines.filter((line) => line && !/^\((node:|Use `node)/.test(line))).toEqual([])
})

test('a page with a published offer without a price logs that nothing can be sold', { tag }, async () => {
  await publish([{ patch: { id: 'offer', unset: ['regularPrice'] } }])
  const logBefore = readSiteLog()
  expect((await loadPage('/services')).html).toContain('href="/contact?topic=membership"')
  // Next may render a page twice before storing it.
  expect(readSiteLog().slice(logBefore.length)).toMatch(/^(.*offer: nothing can be sold.*\n){1,2}$/)
})

test('pages of a preview show the preview bar, also at unknown paths, and its button ends the preview', {
  tag,
}, async ({ page }) => {
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

test('a preview at an unknown path shows a draft of a landing page while the draft has this path', {
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

test('a preview at the published path of a landing page that moves in a draft shows the 404 page', {
  tag,
}, async ({ page }) => {
  const errors = collectErrors(page)
  await publish([{ createOrReplace: landingPage }])
  await contentClient().createOrReplace(createDraft({ path: '/elsewhere' }))
  await startPreview(page, '/coaches')
  await expect(getHeading(page)).toContainText(seedText('notFoundPage/heading'))
  await expect(getBar(page)).toBeVisible()
  await page.goto('/elsewhere')
  await expect(getHeading(page)).toContainText(heading)
  expect((await loadPage('/coaches')).html).toContain(heading)
  expect(errors).toEqual([])
})

test('a deleted landing page that was never rendered shows the 404 page, also without a webhook of the deletion', {
  tag,
}, async ({ page }) => {
  await publish([{ createOrReplace: landingPage }])
  // This request loads the routable paths without rendering the landing page.
  expect((await loadPage('/no-such-page')).status).toBe(404)
  await control('webhooks', { drop: 1 })
  await contentClient().delete(landingPage._id)
  for (const visit of ['first', 'second']) {
    const response = await page.goto('/coaches')
    expect(response?.status(), visit).toBe(404)
    await expect(getHeading(page), visit).toHaveText(seedText('notFoundPage/heading'))
    await expect(page.getByRole('contentinfo'), visit).toBeVisible()
  }
  // Publishes the page again, so that the site receives a webhook about it.
  await publish([{ createOrReplace: landingPage }])
})

for (const [name, viewport] of Object.entries({ 'a phone': phone, 'a large screen': largeScreen })) {
  test(`on ${name} the preview bar covers no link of the footer`, { tag }, async ({ page }) => {
    await page.setViewportSize(viewport)
    await startPreview(page, '/')
    for (const path of ['/', '/terms']) {
      await page.goto(path)
      await expect(getBar(page)).toBeVisible()
      await expectHydrated(getHeading(page))
      const links = await page.evaluate(() => {
        scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
        return [...document.querySelectorAll('footer a')].map((link) => {
          const { x, y, width, height } = link.getBoundingClientRect()
          const topElement = document.elementFromPoint(x + width / 2, y + height / 2)
          return { text: link.textContent, isCovered: Boolean(topElement?.closest('.preview-bar')) }
        })
      })
      expect(links.length, path).toBeGreaterThan(0)
      expect(
        links.filter(({ isCovered }) => isCovered),
        path,
      ).toEqual([])
    }
  })
}

test('a preview shows the announcement that the URL names, otherwise the current announcement', {
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
