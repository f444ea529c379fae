import { expect, test } from '@playwright/test'
import { contentClient, control } from '../../support/content.ts'
import {
  expectDelivered,
  listDeliveries,
  loadPage,
  restore,
  revalidateAllPages,
  type Snapshot,
  sendDocumentWebhook,
  takeSnapshot,
} from '../../support/publishing.ts'
import { publicRoutes } from '../../support/routes.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => restore(before))

const title = 'A title that nobody told of'
const retitle = () =>
  contentClient().mutate([{ patch: { id: 'aboutPage', set: { 'seo.title': title } } }], {
    returnDocuments: false,
  })

test('a page whose webhook was lost stays stale, and is new with the webhook', {
  tag: '@all',
}, async () => {
  await revalidateAllPages()
  await control('webhooks', { drop: 1 })
  const { transactionId } = await retitle()
  await expectDelivered(transactionId, 'dropped')
  const old = await loadPage('/about')
  expect(old.html).not.toContain(title)
  expect(old.cache).toBe('HIT')

  const [lost] = await listDeliveries(transactionId)
  await control('webhooks', { replay: lost?.id })
  await expectDelivered(transactionId)
  expect((await loadPage('/about')).html).toContain(title)
})

test('a repeated webhook changes nothing', { tag: '@all' }, async () => {
  await control('webhooks', { duplicate: true })
  const { transactionId } = await retitle()
  await expectDelivered(transactionId)
  expect((await loadPage('/about')).html).toContain(title)
})

test('every page is rendered again after five minutes at most', async () => {
  for (const { path } of publicRoutes) {
    const response = await fetch(new URL(path, test.info().project.use.baseURL))
    const [, seconds] = /s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? []
    expect(Number(seconds), path).toBeGreaterThan(0)
    expect(Number(seconds), path).toBeLessThanOrEqual(300)
  }
})

test.describe('a site without webhooks', () => {
  let site: SecondSite
  test.beforeAll(async () => {
    site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '2' })
  })
  test.afterAll(() => site?.stop())

  test('refreshes by time', { tag: '@all' }, async () => {
    // The pages of the build live as long as the build said; from here on they live for two seconds.
    await sendDocumentWebhook('aboutPage', site.origin)
    expect((await loadPage('/about', site.origin)).html).not.toContain(title)
    await retitle()
    await expect
      .poll(async () => (await loadPage('/about', site.origin)).html, { timeout: 45_000 })
      .toContain(title)
  })

  test('handles a webhook while an expired page has only been prefetched', { tag: '@all' }, async () => {
    const prefetch = () =>
      fetch(`${site.origin}/about`, {
        headers: { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
      })
    await sendDocumentWebhook('aboutPage', site.origin)
    await loadPage('/about', site.origin)
    await expect
      .poll(async () => (await prefetch()).headers.get('x-nextjs-cache'), { timeout: 30_000 })
      .toBe('STALE')
    await sendDocumentWebhook('aboutPage', site.origin)
  })
})
