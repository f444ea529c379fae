import { expect, test } from '@playwright/test'
import { canary, canaryRequests, expectNoCanary, sendCanaries, sizedCanaries } from '../../support/canary.ts'
import { testEnvironment } from '../../support/environment.ts'
import { allPagesAndUnknown } from '../../support/pages.ts'
import { startProxy } from '../../support/proxy.ts'
import {
  loadPage,
  publish,
  publishTo,
  restore,
  type Snapshot,
  sendDocumentWebhook,
  takeSnapshot,
} from '../../support/publishing.ts'
import { sampleLandingPage } from '../../support/sampleContent.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const { siteOrigin } = testEnvironment()

const landingPage = {
  ...sampleLandingPage,
  _id: 'landing-of-canaries',
  _type: 'landingPage',
  title: 'A page of the tests',
  path: '/canary-landing',
}

/** The paths of social images, which are cached like pages. */
const socialImagePaths = ['/social/home', `/social/landing${landingPage.path}`]
const paths = [...allPagesAndUnknown.map(({ path }) => path), landingPage.path, ...socialImagePaths]
const documentIds = [...allPagesAndUnknown.map(({ document }) => document), 'siteSettings', landingPage._id]

let snapshot: Snapshot
test.beforeAll(async () => {
  snapshot = await takeSnapshot()
  await publish([{ createOrReplace: landingPage }])
})
test.afterAll(() => restore(snapshot))

test('after a publish, no page is cached with the query of its first request', async () => {
  test.setTimeout(120_000)
  for (const id of documentIds) await sendDocumentWebhook(id)
  await sendCanaries(siteOrigin, paths, ['a query'])
  await expectNoCanary(siteOrigin, paths)
})

const pagesOfEveryKind = [
  '/',
  '/auth/confirm',
  '/success',
  '/no-such-page',
  landingPage.path,
  ...socialImagePaths,
]

for (const name of Object.keys(canaryRequests)) {
  test(`after a publish, no page is cached with data from its first request: ${name}`, async () => {
    for (const id of ['siteSettings', 'messages']) await sendDocumentWebhook(id)
    await sendCanaries(siteOrigin, pagesOfEveryKind, [name])
    await expectNoCanary(siteOrigin, pagesOfEveryKind)
  })
}

const urlCanaries = Object.keys(canaryRequests).filter((name) => canaryRequests[name]?.search)

/** The requests that apply to social images, which the router neither navigates to nor prefetches. */
const imageCanaries = ['a query', "the router's parameter"]

for (const [size, text] of Object.entries(sizedCanaries)) {
  test(`after a publish, no page is cached with the query or path of its first request: ${size}`, async () => {
    for (const name of urlCanaries) {
      const renderedPaths = ['/', '/success', '/no-such-page', landingPage.path]
      if (imageCanaries.includes(name)) renderedPaths.push(...socialImagePaths)
      await sendDocumentWebhook('siteSettings')
      await sendCanaries(siteOrigin, renderedPaths, [name], text)
      await expectNoCanary(siteOrigin, renderedPaths)
    }
    const folders = ['', '/about', landingPage.path, '/social', '/social/landing', '/_next/static']
    // Paths longer than 512 characters get JSON instead of a rendered page, so one round covers all folders.
    const rounds = text.length > 512 ? [folders] : folders.map((folder) => [folder])
    for (const round of rounds) {
      await sendDocumentWebhook('siteSettings')
      const urls = round.flatMap((folder) => [`${folder}/${text}`, `${folder}/?token=${text}`])
      await sendCanaries(siteOrigin, urls, ['browser headers'])
      await expectNoCanary(siteOrigin, ['/no-such-page', '/about', landingPage.path])
    }
  })
}

test('returns JSON instead of the 404 page for a path of more than 512 characters', async () => {
  for (const path of ['', '/about', '/social', '/_next/static']) {
    const response = await fetch(`${siteOrigin}${path}/${'x'.repeat(512)}`)
    expect([response.status, await response.text()], path).toEqual([404, expect.stringMatching(/^\{"error"/)])
  }
})

test('caches the 404 page without the path and query of its first request', async () => {
  for (const url of [
    `/reset/${canary}@example.com/tok-1?token=${canary}`,
    `/_next/static/${canary}.js?token=${canary}`,
    `/.well-known/${canary}?token=${canary}`,
    `/api/${canary}?token=${canary}`,
    `/%61bout?token=${canary}`,
    `/ABOUT?token=${canary}`,
    `/social/${canary}?token=${canary}`,
    `/services/${canary}`,
  ]) {
    await sendDocumentWebhook('notFoundPage')
    await sendDocumentWebhook('siteSettings')
    const response = await fetch(`${siteOrigin}${url}`)
    expect(response.status, url).toBe(404)
    await response.text()
    await expectNoCanary(siteOrigin, ['/no-such-page', '/another/unknown/page'])
  }
})

test('caches neither the query nor the body of PUT, POST and HEAD requests', async () => {
  await sendDocumentWebhook('aboutPage')
  const body = JSON.stringify({ token: canary })
  await fetch(`${siteOrigin}/about?token=${canary}`, { method: 'PUT', body })
  await fetch(`${siteOrigin}/about?token=${canary}`, { method: 'POST', body })
  await fetch(`${siteOrigin}/about?token=${canary}`, { method: 'HEAD' })
  await expectNoCanary(siteOrigin, ['/about'])
})

test('renders a page again with its path but an empty query, even if the request has a query', async () => {
  await sendDocumentWebhook('aboutPage')
  const { cache } = await loadPage(`/about?token=${canary}`)
  expect(cache).toBe('MISS')
  // The flight data has the segments of the canonical URL in `c`, and the query in `q` (Next's InitialRSCPayload).
  expect((await loadPage('/about')).html).toContain(String.raw`\"c\":[\"\",\"about\"],\"q\":\"\"`)
})

test('preserves the visitor’s query in the browser although the cached page has none', async ({ page }) => {
  await sendDocumentWebhook('aboutPage')
  await page.goto('/about?utm_source=letter')
  await expect(page).toHaveURL('/about?utm_source=letter')
  await page.getByRole('contentinfo').getByRole('link', { name: /terms/i }).click()
  await expect(page).toHaveURL(/\/terms$/)
  await page.goBack()
  await expect(page).toHaveURL('/about?utm_source=letter')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/about?utm_source=letter')
})

const siteConfigurations: Record<string, Record<string, string>> = {
  'with page post-processing': {},
  'without page post-processing': { POSTPROCESS_PAGES: 'off' },
}

for (const [name, variables] of Object.entries(siteConfigurations)) {
  test(`caches no request data after the revalidation interval and after a restart, ${name}`, {
    tag: 'POSTPROCESS_PAGES' in variables ? '@nightly' : [],
  }, async () => {
    test.setTimeout(180_000)
    const site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '1', ...variables })
    try {
      await renderAllPagesAgain(site)
      await expectNoCanary(site.origin, paths)
      await site.kill()
      await site.restart()
      await expectNoCanary(site.origin, paths)
      await renderAllPagesAgain(site)
      await expectNoCanary(site.origin, paths)
    } finally {
      await site.stop()
    }
  })
}

/**
 * Requests every page with a canary in the query until its revalidation interval has passed and the site renders it
 * again. Then requests it with the canary in each place that `canaryRequests` defines.
 */
async function renderAllPagesAgain({ origin }: SecondSite): Promise<void> {
  const waitForRender = (path: string) =>
    expect
      .poll(async () => (await loadPage(`${path}?token=${canary}`, origin)).cache, { message: path })
      .toMatch(/STALE|MISS/)
  await Promise.all(paths.map(waitForRender))
  await sendCanaries(origin, paths)
}

test('caches no request data behind a proxy', { tag: '@nightly' }, async () => {
  test.setTimeout(240_000)
  const site = await startSecondSite({})
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined
  try {
    proxy = await startProxy(new URL(site.origin).host)
    for (const origin of [proxy.origin, site.origin]) {
      await publishTo(site.origin)
      for (const id of documentIds) await sendDocumentWebhook(id, site.origin)
      await sendCanaries(origin, paths)
      for (const checkedOrigin of [proxy.origin, site.origin]) await expectNoCanary(checkedOrigin, paths)
    }
  } finally {
    await proxy?.stop()
    await site.stop()
  }
})
