import { expect, test } from '@playwright/test'
import { contentClient } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'

const { siteOrigin } = testEnvironment()
const draftCookie = '__prerender_bypass'

test('draft mode requires a secret stored in the Content Lake', async () => {
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

/** As Presentation does, requests a preview with a secret. `clientIp` is the sender. */
const requestPreview = (secret: string, clientIp = '192.0.2.1') =>
  fetch(
    `${siteOrigin}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/about`,
    { redirect: 'manual', headers: { 'X-Forwarded-For': clientIp } },
  )

test('an editor who opens previews is not rate-limited, even while another client guesses secrets', async () => {
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

test('starting a preview by POST, without a secret, requires a project member’s token', async () => {
  for (const token of ['', 'short', 'an-unknown-token']) {
    const { status, headers } = await fetch(`${siteOrigin}/api/draft-mode/enable`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect([status, headers.get('set-cookie')], token).toEqual([401, null])
  }
})

test('only a POST ends a preview, and it clears every preview cookie', async () => {
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
