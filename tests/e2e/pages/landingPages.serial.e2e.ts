import { expect } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { loadPage, publish } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'

const heading = 'A landing page'
const createLandingPage = (path: string) => ({
  _id: 'landing-of-tests',
  _type: 'landingPage',
  title: 'A page of the tests',
  path,
  sections: [{ _key: 'intro', _type: 'pageIntroSection', heading }],
  seo: sampleLandingPage.seo,
})
const publishPage = (document: ReturnType<typeof createLandingPage>) =>
  publish([{ createOrReplace: document }])

test('a landing page appears on the first visit after publication, and is gone after deletion', async ({
  page,
}) => {
  expect((await loadPage('/podcast-for-coaches')).status).toBe(404)
  await publishPage(createLandingPage('/podcast-for-coaches'))
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

test('a landing page with an invalid path is not shown', async () => {
  for (const path of ['/api', '/-', '/about', '/unknown/path', '//evil.example', '/Capital']) {
    await publishPage(createLandingPage(path))
    const { status, html } = await loadPage(path.replace(/^\/\//, '/'))
    expect(status, path).toBe(path === '/about' ? 200 : 404)
    expect(html, path).not.toContain(heading)
  }
})
