import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { contentClient } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { loadPage, publish, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => restore(before))

const heading = 'A page of its own'
const landingPage = (path: string, over: object = {}) => ({
  _id: 'landing-of-tests',
  _type: 'landingPage',
  title: 'A page of the tests',
  path,
  sections: [{ _key: 'intro', _type: 'pageIntroSection', heading }],
  seo: sampleLandingPage.seo,
  ...over,
})
const put = (document: ReturnType<typeof landingPage>) => publish([{ createOrReplace: document }])

test('a landing page shows with the first visit after its publish, and disappears as fast', async ({
  page,
}) => {
  expect((await loadPage('/podcast-for-coaches')).status).toBe(404)
  await put(landingPage('/podcast-for-coaches'))
  await openPage(page, '/podcast-for-coaches')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/podcast-for-coaches$/)
  expect((await loadPage('/podcast-for-coaches')).cache).toBe('HIT')
  expect((await loadPage('/sitemap.xml')).html).toContain('/podcast-for-coaches<')

  await publish([{ patch: { id: 'landing-of-tests', set: { 'sections[0].heading': 'Another heading' } } }])
  expect((await loadPage('/podcast-for-coaches')).html).toContain('Another heading')

  await publish([{ delete: { id: 'landing-of-tests' } }])
  expect((await loadPage('/podcast-for-coaches')).status).toBe(404)
  expect((await loadPage('/sitemap.xml')).html).not.toContain('/podcast-for-coaches')
})

test('an invalid path shows nothing, whatever the Content Lake returns', { tag: '@all' }, async () => {
  for (const path of ['/api', '/-', '/about', '/unknown/address', '//evil.example', '/Capital']) {
    await put(landingPage(path))
    const { status, html } = await loadPage(path.replace(/^\/\//, '/'))
    expect(status, path).toBe(path === '/about' ? 200 : 404)
    expect(html, path).not.toContain(heading)
  }
})

test('unknown paths respond 404, beside landing pages and with forged draft cookies', {
  tag: '@all',
}, async ({ request }) => {
  await put(landingPage('/podcast-for-coaches'))
  await contentClient().createOrReplace({ ...landingPage('/unpublished'), _id: 'drafts.other-landing-page' })
  for (let count = 0; count < 100; count += 1) {
    const path = `/${randomBytes(6).toString('hex')}`
    const headers = count % 2 ? { cookie: '__prerender_bypass=forged' } : undefined
    expect((await request.get(path, { headers })).status(), path).toBe(404)
    expect((await request.post(path, { headers })).status(), path).toBeGreaterThanOrEqual(400)
  }
  expect((await loadPage('/unpublished')).status).toBe(404)
  expect((await loadPage('/podcast-for-coaches')).status).toBe(200)
})
