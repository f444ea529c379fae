import { expect } from '@playwright/test'
import type { Mutation } from '@sanity/client'
import sharp from 'sharp'
import { allPages } from '../../../lib/pages.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { getMeta } from '../../support/markup.ts'
import { publicPages } from '../../support/pages.ts'
import { loadPage, publish, restore, revalidateAllPages } from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'

test.beforeEach(revalidateAllPages)

const publicPaths: string[] = publicPages.map(({ path }) => path)
const pathsWithOffer = allPages.filter(({ reads }) => reads?.includes('offer')).map(({ path }) => path)

type ContentChange = {
  name: string
  mutations: Mutation[]
  /** The pages that use the changed document; no other page may be rendered again. */
  pages: string[]
  /** HTML that the changed pages contain. */
  expectedHtml: string
  /** The pages on which the change is visible, if not on all of `pages`. */
  shownOn?: string[]
}

const setFields = (id: string, values: Record<string, unknown>): Mutation[] => [
  { patch: { id, set: values } },
]

const contentChanges: ContentChange[] = [
  {
    name: 'a string on a page',
    mutations: setFields('homePage', { 'sections[_key=="hero"].heading': 'A new heading' }),
    pages: ['/'],
    expectedHtml: 'A new heading</h1>',
  },
  {
    name: 'the price',
    mutations: setFields('offer', { introPrice: 88_800 }),
    // The footer of every page shows a number from the offer.
    pages: publicPaths,
    expectedHtml: '$888',
    shownOn: pathsWithOffer,
  },
  {
    name: 'a navigation link',
    mutations: setFields('siteSettings', { 'navigation[0].label': 'New navigation' }),
    pages: publicPaths,
    expectedHtml: 'New navigation',
  },
  {
    name: 'a message',
    mutations: setFields('messages', { accessibility: { skipToContent: 'New skip link' } }),
    pages: publicPaths,
    expectedHtml: 'New skip link',
  },
]

for (const { name, mutations, pages, expectedHtml, shownOn = pages } of contentChanges) {
  test(`a change to ${name} is visible on the next load, and only affected pages are rendered again`, {
    tag: '@nightly',
  }, async () => {
    for (const path of shownOn) expect((await loadPage(path)).html, path).not.toContain(expectedHtml)
    await publish(mutations)
    for (const path of publicPaths) {
      const { status, html, cache } = await loadPage(path)
      expect(status, path).toBe(200)
      expect(cache, path).toBe(pages.includes(path) ? 'MISS' : 'HIT')
      if (shownOn.includes(path)) expect(html, path).toContain(expectedHtml)
    }
  })
}

test('a landing page has its own social image, which is rendered again after a change', {
  tag: '@nightly',
}, async ({ request }) => {
  const { _id, path } = sampleLandingPage
  const imagePath = `/social/landing${path}`
  const loadImage = async () => (await request.get(imagePath)).body()
  expect((await request.get(imagePath)).status()).toBe(404)
  await publish([{ createOrReplace: sampleLandingPage }])
  expect(getMeta((await loadPage(String(path))).html, 'og:image')).toEqual([
    expect.stringMatching(`${imagePath}$`),
  ])
  const firstImage = await loadImage()
  expect(await sharp(firstImage).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(firstImage.equals(await (await request.get('/social/site')).body())).toBe(false)
  await publish(setFields(_id, { 'sections[_key=="intro"].heading': 'A new card' }))
  // The image has expired. If OPTIONS did not return 405, Next would never respond to this request or a later one.
  expect((await request.fetch(imagePath, { method: 'OPTIONS' })).status()).toBe(405)
  expect((await loadImage()).equals(firstImage)).toBe(false)
  await publish([{ delete: { id: _id } }])
  expect((await request.get(imagePath)).status()).toBe(404)
})

test('a deleted document’s page returns 404 and leaves the sitemap until it is restored', {
  tag: '@nightly',
}, async ({ request, snapshot }) => {
  const heading = String(snapshot.get('contactPage')?.heading)
  const loadSitemap = async () => (await request.get('/sitemap.xml')).text()
  expect((await loadPage('/contact')).html).toContain(heading)
  expect(await loadSitemap()).toContain('/contact<')
  await publish([{ delete: { id: 'contactPage' } }])
  const deletedPage = await loadPage('/contact')
  expect(deletedPage.status).toBe(404)
  expect(deletedPage.html).not.toContain(heading)
  expect(await loadSitemap()).not.toContain('/contact<')
  await restore(snapshot)
  const restoredPage = await loadPage('/contact')
  expect(restoredPage.status).toBe(200)
  expect(restoredPage.html).toContain(heading)
  expect(await loadSitemap()).toContain('/contact<')
})
