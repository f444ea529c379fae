import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sendForm } from '../testing/consolePages.ts'
import { bearer, raw, startTestCloud, type TestCloud, until } from '../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

const pages = ['/', '/content', '/content/production', '/billing', '/billing/objects', '/inbox', '/requests']

test.each(pages)('%s lets no script run but its own, and no page frame it', async (path) => {
  const { status, headers } = await openPage(cloud, path)
  expect(status).toBe(200)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

const id = randomUUID()
const actions = [
  ...['confirm', 'ban', 'sign-out', 'delete'].map((action) => `/accounts/${id}/${action}`),
  '/billing/objects/sub_1/cancel',
  `/inbox/${id}/delete`,
  '/requests/clear',
  '/anything',
]

test.each(actions)('%s refuses other origins, and callers without one', async (path) => {
  for (const origin of ['http://evil.example', 'null', cloud.config.siteOrigin]) {
    expect((await sendForm(cloud, path, {}, origin)).status).toBe(403)
  }
  expect((await raw(`${cloud.console}${path}`, { method: 'POST' })).status).toBe(401)
})

test('requests are listed by vendor and status, with what was sent and answered, and forgotten', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  await raw(`${cloud.api}/data/mutate/production`, {
    method: 'POST',
    headers: { ...bearer(cloud.env.SANITY_API_WRITE_TOKEN), 'content-type': 'application/json' },
    body: JSON.stringify({ mutations: [{ create: { _type: 'note', text: hostile, password: 'hunter2' } }] }),
  })
  await raw(`${cloud.env.STRIPE_API_ORIGIN}/v1/customers`, { headers: bearer('sk_test_wrong') })
  await until(async () => (await openPage(cloud, '/requests')).body.includes('/v1/customers'))
  const list = await openPage(cloud, '/requests?vendor=sanity')
  expect(list.body).toContain('Statements to Postgres, which does not speak HTTP, are not listed.')
  expect(list.body).toContain('POST /v2025-02-19/data/mutate/production')
  expect(list.body).not.toContain('/v1/customers')
  expect((await openPage(cloud, '/requests?status=4')).body).not.toContain('/data/mutate')
  expect((await openPage(cloud, '/requests?q=MUTATE')).body).toContain('/data/mutate')
  const path = /href="(\/requests\/\d+)">POST [^<]*mutate/.exec(list.body)?.[1] ?? ''
  const { body } = await openPage(cloud, path)
  expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(body).toContain('<span class="key">&quot;password&quot;</span>: &quot;••••&quot;')
  expect(body).not.toMatch(/<img|hunter2/)
  expect(body).not.toContain(cloud.env.SANITY_API_WRITE_TOKEN)

  const cleared = await sendForm(cloud, '/requests/clear')
  expect(cleared).toMatchObject({ status: 303, headers: { location: '/requests?said=clear' } })
  expect((await openPage(cloud, path)).status).toBe(404)
})
