import { expect } from '@playwright/test'
import { changeFields, control } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { publicPages } from '../../support/pages.ts'
import {
  expectDelivered,
  listDeliveries,
  loadPage,
  revalidateAllPages,
  sendDocumentWebhook,
} from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const title = 'A title without a webhook'
const changeTitle = () => changeFields('aboutPage', { 'seo.title': title })

test('a lost webhook leaves a page outdated, and its redelivery updates the page', {
  tag: '@nightly',
}, async () => {
  await revalidateAllPages()
  await control('webhooks', { drop: 1 })
  const { transactionId } = await changeTitle()
  await expectDelivered(transactionId, 'dropped')
  const outdatedPage = await loadPage('/about')
  expect(outdatedPage.html).not.toContain(title)
  expect(outdatedPage.cache).toBe('HIT')

  const [lostDelivery] = await listDeliveries(transactionId)
  await control('webhooks', { replay: lostDelivery?.id })
  await expectDelivered(transactionId)
  expect((await loadPage('/about')).html).toContain(title)
})

test('every page has a revalidation interval of at most five minutes', async () => {
  for (const { path } of publicPages) {
    const response = await fetch(new URL(path, test.info().project.use.baseURL))
    const [, maxAgeSeconds] = /s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? []
    expect(Number(maxAgeSeconds), path).toBeGreaterThan(0)
    expect(Number(maxAgeSeconds), path).toBeLessThanOrEqual(300)
  }
})

test.describe('a site with a revalidation interval of two seconds', () => {
  let site: SecondSite
  test.beforeAll(async () => {
    site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '2' })
  })
  test.afterAll(() => site?.stop())

  test('shows a change after the interval, even without its webhook', { tag: '@nightly' }, async () => {
    // Prerendered pages have the revalidation interval of the build. After this webhook, the interval is two seconds.
    await sendDocumentWebhook('aboutPage', site.origin)
    expect((await loadPage('/about', site.origin)).html).not.toContain(title)
    await changeTitle()
    await expect
      .poll(async () => (await loadPage('/about', site.origin)).html, { timeout: 45_000 })
      .toContain(title)
  })

  test('accepts a webhook for a page that has only been prefetched since it expired', {
    tag: '@nightly',
  }, async () => {
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
