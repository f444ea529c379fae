import { expect } from '@playwright/test'
import { changeFields, control } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { allPagesAndUnknown, getStatus, publicPages } from '../../support/pages.ts'
import {
  expectDelivered,
  listDeliveries,
  loadPage,
  revalidateAllPages,
  sendWebhook,
} from '../../support/publishing.ts'
import { startSecondSite } from '../../support/secondSite.ts'

test.describe.configure({ timeout: 180_000 })

/** Sends the webhook for a change that the site cannot read. The site may accept the webhook or request a retry. */
async function sendWebhookDuringOutage(id: string, origin?: string): Promise<void> {
  const response = await sendWebhook(JSON.stringify({ _id: id, _type: id }), origin ? { origin } : {})
  expect([200, 503]).toContain(response.status)
}

/**
 * Expects every page to have its usual status and a heading, and none to contain `excludedText`. Loads all pages at
 * once, because each may wait for the Content Lake.
 */
async function expectAllToRespond(origin?: string, excludedText?: string): Promise<void> {
  const responses = allPagesAndUnknown.map(async ({ path }) => ({ path, ...(await loadPage(path, origin)) }))
  for (const { path, status, html } of await Promise.all(responses)) {
    expect(status, path).toBe(getStatus(path))
    expect(html, path).toContain('<h1')
    if (excludedText) expect(html, path).not.toContain(excludedText)
  }
}

const outages = [
  { failure: 'returns errors', fault: { vendor: 'sanity', status: 503 } },
  { failure: 'refuses requests', fault: { vendor: 'sanity', status: 401 } },
  { failure: 'does not respond', fault: { vendor: 'sanity', delayMs: 600_000 } },
]

for (const { failure, fault } of outages) {
  test(`all pages respond while the Content Lake ${failure}, and show a change afterward`, {
    tag: '@nightly',
  }, async () => {
    await revalidateAllPages()
    const title = 'A title that the site could not read yet'
    await control('webhooks', { drop: 1 })
    const { transactionId } = await changeFields('aboutPage', { 'seo.title': title })
    await expectDelivered(transactionId, 'dropped')

    await control('faults', fault)
    await expectAllToRespond()
    const readinessUrl = new URL('/api/ready', test.info().project.use.baseURL)
    // The site caches a healthy result of this check for a minute.
    await expect
      .poll(async () => (await fetch(readinessUrl)).json(), { timeout: 65_000 })
      .toMatchObject({ status: 'ready', content: 'unreachable', database: 'ok' })

    await Promise.all(publicPages.map(({ document }) => sendWebhookDuringOutage(document)))
    await sendWebhookDuringOutage('siteSettings')
    await expectAllToRespond(undefined, title)

    await control('faults', undefined, 'DELETE')
    const [lostDelivery] = await listDeliveries(transactionId)
    await control('webhooks', { replay: lostDelivery?.id })
    await expectDelivered(transactionId)
    await expect.poll(async () => (await loadPage('/about')).html, { timeout: 60_000 }).toContain(title)
    await expectAllToRespond()
  })
}

test('a site that starts during a Content Lake outage serves all its pages', {
  tag: '@nightly',
}, async () => {
  await control('faults', { vendor: 'sanity', status: 503 })
  const site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '2' })
  try {
    await expectAllToRespond(site.origin)
    await sendWebhookDuringOutage('aboutPage', site.origin)
    const { status, html } = await loadPage('/about', site.origin)
    expect(status).toBe(200)
    expect(html).toContain('<h1')
  } finally {
    await site.stop()
  }
})
