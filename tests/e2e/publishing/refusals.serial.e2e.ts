import { expect, test } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, revalidateAllPages, sendWebhook } from '../../support/publishing.ts'

const webhookBody = JSON.stringify({ _id: 'aboutPage', _type: 'aboutPage' })
const { siteOrigin } = testEnvironment()
const webhookUrl = `${siteOrigin}/api/sanity/webhook`

test('a webhook without a valid and recent signature is refused, and expires no page', async () => {
  await revalidateAllPages()
  const refusedWebhooks = [
    fetch(webhookUrl, { method: 'POST', body: webhookBody }),
    sendWebhook(webhookBody, { secret: 'a-secret-that-was-guessed' }),
    sendWebhook(webhookBody, { headers: { 'sanity-webhook-signature': 't=1,v1=AAAA' } }),
    sendWebhook(webhookBody, { headers: { 'sanity-webhook-signature': 'nonsense' } }),
    sendWebhook(webhookBody, { signedAt: Date.now() - 36 * 60_000 }),
  ]
  for (const response of await Promise.all(refusedWebhooks)) expect(response.status).toBe(401)
  expect((await loadPage('/about')).cache).toBe('HIT')
})

test('a signed webhook with an invalid body is refused, and expires no page', async () => {
  await revalidateAllPages()
  for (const body of ['{', '[]', '{}', '{"_id":7,"_type":"aboutPage"}']) {
    expect((await sendWebhook(body)).status, body).toBe(400)
  }
  expect((await sendWebhook(JSON.stringify({ _id: 'x'.repeat(20_000), _type: 'page' }))).status).toBe(413)
  expect((await loadPage('/about')).cache).toBe('HIT')
})

const draftCookie = '__prerender_bypass'

test('draft mode requires a secret that the Content Lake stores', async () => {
  const enableUrl = `${siteOrigin}/api/draft-mode/enable`
  const queries = [
    '',
    '?sanity-preview-secret=',
    '?sanity-preview-secret=guessed&sanity-preview-pathname=/',
    '?sanity-preview-secret=*&sanity-preview-pathname=/',
    `?sanity-preview-secret=${testEnvironment().webhookSecret}&sanity-preview-pathname=/`,
  ]
  for (const query of queries) {
    const response = await fetch(`${enableUrl}${query}`, { redirect: 'manual' })
    expect(response.status, query).toBe(401)
    expect(response.headers.get('set-cookie') ?? '', query).not.toContain(draftCookie)
  }
})

/** Requests the preview of a page with a secret, as Presentation does, from a client's IP. */
const requestPreview = (secret: string, clientIp = '192.0.2.1') =>
  fetch(
    `${siteOrigin}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/about`,
    { redirect: 'manual', headers: { 'X-Forwarded-For': clientIp } },
  )

test('an editor opens previews without limit, also while another client guesses secrets', async () => {
  const client = contentClient()
  const secret = crypto.randomUUID()
  const _id = 'sanity-preview-url-secret.refusals'
  await client.createOrReplace({ _id, _type: 'sanity.previewUrlSecret', secret, source: 'test' })
  try {
    const guesses = Promise.all(Array.from({ length: 100 }, () => requestPreview('guessed', '192.0.2.2')))
    for (let count = 0; count < 21; count += 1) {
      const { status, headers } = await requestPreview(secret)
      expect([status, headers.get('location')]).toEqual([307, '/about'])
      expect(headers.get('set-cookie')).toContain(draftCookie)
      expect(headers.get('set-cookie')).toMatch(/preview-session=editor\..*HttpOnly/)
    }
    for (const { status } of await guesses) expect([401, 429]).toContain(status)
  } finally {
    await client.delete(_id)
  }
})

test('a preview that is started by POST, without a secret, requires the token of a project member', async () => {
  for (const token of ['', 'short', 'an-unknown-token']) {
    const { status, headers } = await fetch(`${siteOrigin}/api/draft-mode/enable`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([status, headers.get('set-cookie')], token).toEqual([401, null])
  }
})

test('only a POST ends a preview, and it clears every cookie of the preview', async () => {
  const url = `${siteOrigin}/api/draft-mode/disable`
  const getResponse = await fetch(url, { redirect: 'manual' })
  expect([getResponse.status, getResponse.headers.get('set-cookie')]).toEqual([405, null])
  const { headers } = await fetch(url, { method: 'POST', redirect: 'manual' })
  for (const name of [
    draftCookie,
    'preview-session',
    'sanity-preview-perspective',
    'sanity-preview-variant',
  ]) {
    const cookie = headers.getSetCookie().find((value) => value.startsWith(`${name}=;`))
    expect(cookie, name).toContain('Expires=Thu, 01 Jan 1970')
  }
})
