import { expect, test } from '@playwright/test'
import type { Mutation } from '@sanity/client'
import sharp from 'sharp'
import { allPages } from '../../../lib/pages.ts'
import { contentClient } from '../../support/content.ts'
import { sampleLandingPage } from '../../support/contentVariants/index.ts'
import { getMeta } from '../../support/html.ts'
import {
  loadPage,
  publish,
  restore,
  revalidateAllPages,
  type Snapshot,
  takeSnapshot,
} from '../../support/publishing.ts'
import { publicRoutes, unknownRoute } from '../../support/routes.ts'

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.beforeEach(revalidateAllPages)
test.afterEach(() => restore(before))

const everywhere: string[] = publicRoutes.map(({ path }) => path)
const withOffer = allPages.filter(({ reads }) => reads?.includes('offer')).map(({ path }) => path)

type Kind = {
  what: string
  change: Mutation[]
  /** The pages that contain the changed document; no other may be rendered again. */
  pages: string[]
  shows: string
  /** Those of them that show the change, when not all do. */
  shownOn?: string[]
}

const set = (id: string, values: Record<string, unknown>): Mutation[] => [{ patch: { id, set: values } }]

const kinds: Kind[] = [
  {
    what: 'a text of a page',
    change: set('homePage', { 'sections[_key=="hero"].heading': 'A heading of today' }),
    pages: ['/'],
    shows: 'A heading of today</h1>',
  },
  {
    what: "a page's title",
    change: set('aboutPage', { 'seo.title': 'A title of today' }),
    pages: ['/about'],
    shows: '<title>A title of today',
  },
  {
    what: 'the price',
    change: set('offer', { introPrice: 88_800 }),
    // The text at the foot of all pages says a number of the offer.
    pages: everywhere,
    shows: '$888',
    shownOn: withOffer,
  },
  {
    what: 'a caption of the gallery',
    change: set('gallery', { 'images[0].caption': 'A caption of today' }),
    pages: ['/studio'],
    shows: 'A caption of today',
  },
  {
    what: "a picture's alternative text",
    change: set('gallery', { 'images[0].alt': 'A description of today' }),
    pages: ['/studio'],
    shows: 'alt="A description of today"',
  },
  {
    what: 'a link of the navigation',
    change: set('siteSettings', { 'navigation[0].label': 'Navigation of today' }),
    pages: everywhere,
    shows: 'Navigation of today',
  },
  {
    what: 'a message',
    change: set('messages', { 'accessibility.skipToContent': 'Skip, said today' }),
    pages: everywhere,
    shows: 'Skip, said today',
  },
  {
    what: 'the date of the terms',
    change: set('legalPage-terms', { lastUpdated: '2026-03-15' }),
    pages: ['/terms'],
    shows: 'March 2026',
  },
  {
    what: 'a reason on the contact page',
    change: set('contactPage', { 'reasons[0].title': 'A reason of today' }),
    pages: ['/contact'],
    shows: 'A reason of today',
  },
  {
    what: 'the confirmation',
    change: set('successPage', { heading: 'A welcome of today' }),
    pages: ['/success'],
    shows: 'A welcome of today',
  },
]

for (const { what, change, pages, shows, shownOn = pages } of kinds) {
  test(`${what} shows with the next load, and no other page is rendered again`, { tag: '@all' }, async () => {
    for (const path of shownOn) expect((await loadPage(path)).html, path).not.toContain(shows)
    await publish(change)
    for (const path of everywhere) {
      const { status, html, cache } = await loadPage(path)
      expect(status, path).toBe(200)
      expect(cache, path).toBe(pages.includes(path) ? 'MISS' : 'HIT')
      if (shownOn.includes(path)) expect(html, path).toContain(shows)
    }
  })
}

/** Returns some texts in their order on a page, without missing ones. */
async function getOrder(path: string, texts: string[]): Promise<string[]> {
  const { html } = await loadPage(path)
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return texts.filter((text) => body.includes(text)).sort((a, b) => body.indexOf(a) - body.indexOf(b))
}

test('sections are reordered, hidden and shown', { tag: '@all' }, async () => {
  const keys = ['mission', 'beliefs', 'impact']
  const ids = keys.map((key) => `id="${key}"`)
  const sections = await contentClient().fetch<{ _key: string; anchor?: string }[]>(
    '*[_id == "aboutPage"][0].sections',
  )
  expect(await getOrder('/about', ids)).toEqual(ids)
  await publish(set('aboutPage', { sections: sections.toReversed() }))
  expect(await getOrder('/about', ids)).toEqual(ids.toReversed())
  await publish(set('aboutPage', { 'sections[anchor=="beliefs"].hidden': true }))
  expect(await getOrder('/about', ids)).toEqual(['id="impact"', 'id="mission"'])
  await publish(set('aboutPage', { 'sections[anchor=="beliefs"].hidden': false }))
  expect(await getOrder('/about', ids)).toEqual(ids.toReversed())
})

test('a picture that is replaced shows', { tag: '@all' }, async () => {
  const client = contentClient()
  const picture = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#2b6' } })
  const bytes = await picture.jpeg().toBuffer()
  const asset = await client.assets.upload('image', bytes, { filename: 'another.jpg' })
  const address = asset._id.split('-')[1] ?? ''
  expect((await loadPage('/studio')).html).not.toContain(address)
  await publish(set('gallery', { 'images[0].asset': { _type: 'reference', _ref: asset._id } }))
  expect((await loadPage('/studio')).html).toContain(address)
})

test('the social image of a page is drawn again with its title, and no other is', { tag: '@all' }, async ({
  request,
}) => {
  const card = async (name: string) => (await request.get(`/social/${name}`)).body()
  const [about, studio] = [await card('about'), await card('studio')]
  expect(await sharp(about).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  await publish(set('aboutPage', { 'seo.title': 'A card of today' }))
  expect((await card('about')).equals(about)).toBe(false)
  expect((await card('studio')).equals(studio)).toBe(true)
})

test('that of a landing page is too, and differs from the site’s', { tag: '@all' }, async ({ request }) => {
  const { _id, path } = sampleLandingPage
  const address = `/social/landing${path}`
  const card = async () => (await request.get(address)).body()
  expect((await request.get(address)).status()).toBe(404)
  await publish([{ createOrReplace: sampleLandingPage }])
  expect(getMeta((await loadPage(String(path))).html, 'og:image')).toEqual([
    expect.stringMatching(`${address}$`),
  ])
  const first = await card()
  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(first.equals(await (await request.get('/social/site')).body())).toBe(false)
  await publish(set(_id, { 'seo.title': 'A card of today' }))
  expect((await card()).equals(first)).toBe(false)
  await publish([{ delete: { id: _id } }])
  expect((await request.get(address)).status()).toBe(404)
})

test('a page whose document is deleted responds 404 and leaves the sitemap until it is restored', {
  tag: '@all',
}, async ({ request }) => {
  const heading = String(before.get('contactPage')?.heading)
  const sitemap = async () => (await request.get('/sitemap.xml')).text()
  expect((await loadPage('/contact')).html).toContain(heading)
  expect(await sitemap()).toContain('/contact<')
  await publish([{ delete: { id: 'contactPage' } }])
  const without = await loadPage('/contact')
  expect(without.status).toBe(404)
  expect(without.html).not.toContain(heading)
  expect(await sitemap()).not.toContain('/contact<')
  await restore(before)
  const again = await loadPage('/contact')
  expect(again.status).toBe(200)
  expect(again.html).toContain(heading)
  expect(await sitemap()).toContain('/contact<')
})

test('the page of unknown paths changes too', { tag: '@all' }, async () => {
  await publish(set('notFoundPage', { heading: 'Nothing here today' }))
  const { status, html } = await loadPage(unknownRoute.path)
  expect(status).toBe(404)
  expect(html).toContain('Nothing here today')
})

test('an edit that is published through document actions shows, and not before', {
  tag: '@all',
}, async () => {
  const client = contentClient()
  await client.action({
    actionType: 'sanity.action.document.edit',
    draftId: 'drafts.aboutPage',
    publishedId: 'aboutPage',
    patch: { set: { 'seo.title': 'Only a draft' } },
  })
  const draft = await loadPage('/about')
  expect(draft.html).not.toContain('Only a draft')
  expect(draft.cache).toBe('HIT')
  await client.action({
    actionType: 'sanity.action.document.publish',
    draftId: 'drafts.aboutPage',
    publishedId: 'aboutPage',
  })
  await expect.poll(async () => (await loadPage('/about')).html).toContain('<title>Only a draft')
})
