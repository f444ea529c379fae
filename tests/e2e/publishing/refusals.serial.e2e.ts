import { expect, test } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { loadPage, revalidateAllPages, sendWebhook } from '../../support/publishing.ts'

const change = JSON.stringify({ _id: 'aboutPage', _type: 'aboutPage' })
const { siteOrigin } = testEnvironment()
const previewUrl = `${siteOrigin}/api/sanity/webhook`

test('a webhook without our signature changes nothing', async () => {
  await revalidateAllPages()
  const attempts = [
    fetch(previewUrl, { method: 'POST', body: change }),
    sendWebhook(change, { secret: 'a-secret-that-was-guessed' }),
    sendWebhook(change, { headers: { 'sanity-webhook-signature': 't=1,v1=AAAA' } }),
    sendWebhook(change, { headers: { 'sanity-webhook-signature': 'nonsense' } }),
    sendWebhook(change, { signedAt: Date.now() - 36 * 60_000 }),
  ]
  for (const response of await Promise.all(attempts)) expect(response.status).toBe(401)
  expect((await loadPage('/about')).cache).toBe('HIT')
})

test('a signed webhook without useful content changes nothing', async () => {
  await revalidateAllPages()
  for (const body of ['{', '[]', '{}', '{"_id":7,"_type":"aboutPage"}']) {
    expect((await sendWebhook(body)).status, body).toBe(400)
  }
  expect((await sendWebhook(JSON.stringify({ _id: 'x'.repeat(20_000), _type: 'page' }))).status).toBe(413)
  expect((await loadPage('/about')).cache).toBe('HIT')
})

test('the webhook accepts only POST', async () => {
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect((await fetch(previewUrl, { method })).status, method).toBe(405)
  }
})

const draftCookie = '__prerender_bypass'

test('draft mode requires the secret of a running Studio', async () => {
  const enable = `${siteOrigin}/api/draft-mode/enable`
  const attempts = [
    '',
    '?sanity-preview-secret=',
    '?sanity-preview-secret=guessed&sanity-preview-pathname=/',
    '?sanity-preview-secret=*&sanity-preview-pathname=/',
    `?sanity-preview-secret=${testEnvironment().webhookSecret}&sanity-preview-pathname=/`,
  ]
  for (const query of attempts) {
    const response = await fetch(`${enable}${query}`, { redirect: 'manual' })
    expect(response.status, query).toBe(401)
    expect(response.headers.get('set-cookie') ?? '', query).not.toContain(draftCookie)
  }
})

/** Opens a page as Presentation does, from a network. */
const openPreview = (secret: string, network = '192.0.2.1') =>
  fetch(
    `${siteOrigin}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/about`,
    { redirect: 'manual', headers: { 'X-Forwarded-For': network } },
  )

test('an editor opens previews without limit, also while others guess', async () => {
  const client = contentClient()
  const secret = crypto.randomUUID()
  const _id = 'sanity-preview-url-secret.refusals'
  await client.createOrReplace({ _id, _type: 'sanity.previewUrlSecret', secret, source: 'test' })
  try {
    const guesses = Promise.all(Array.from({ length: 100 }, () => openPreview('guessed', '192.0.2.2')))
    for (let count = 0; count < 21; count += 1) {
      const { status, headers } = await openPreview(secret)
      expect([status, headers.get('location')]).toEqual([307, '/about'])
      expect(headers.get('set-cookie')).toContain(draftCookie)
      expect(headers.get('set-cookie')).toMatch(/preview-session=editor\..*HttpOnly/)
    }
    for (const { status } of await guesses) expect([401, 429]).toContain(status)
  } finally {
    await client.delete(_id)
  }
})

test('a preview requires a token of a project member', async () => {
  for (const token of ['', 'short', 'a-token-that-nobody-has-given']) {
    const { status, headers } = await fetch(`${siteOrigin}/api/draft-mode/enable`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([status, headers.get('set-cookie')], token).toEqual([401, null])
  }
})

test('a forged draft cookie shows only the published page', async () => {
  const response = await fetch(`${siteOrigin}/about`, {
    headers: { cookie: `${draftCookie}=${'a'.repeat(32)}` },
  })
  expect(response.status).toBe(200)
  expect(await response.text()).not.toMatch(/class="[^"]*preview-bar/)
})

test('only a POST ends a preview, and it clears every cookie of the preview', async () => {
  const url = `${siteOrigin}/api/draft-mode/disable`
  const prefetched = await fetch(url, { redirect: 'manual' })
  expect([prefetched.status, prefetched.headers.get('set-cookie')]).toEqual([405, null])
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

test('leaving draft mode redirects only to pages of this site', async () => {
  const leave = async (query: string) => {
    const response = await fetch(`${siteOrigin}/api/draft-mode/disable${query}`, {
      method: 'POST',
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    return new URL(response.headers.get('location') ?? '', siteOrigin).href
  }
  expect(await leave('')).toBe(`${siteOrigin}/`)
  expect(await leave('?redirectTo=/about%3Fa=1')).toBe(`${siteOrigin}/about?a=1`)
  for (const target of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/%09/evil.example/',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
  ]) {
    const landed = await leave(`?redirectTo=${encodeURIComponent(target)}`)
    expect(new URL(landed).origin, target).toBe(siteOrigin)
  }
})
