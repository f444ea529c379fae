import { expect } from '@playwright/test'
import { parseEnvironment } from '@/lib/env'
import { pagePolicy } from '@/lib/securityHeaders'
import { expectHydrated, watchTroubles } from '../../support/browsing.ts'
import { minimalEnvironment } from '../../support/minimalEnvironment.ts'
import { putBack, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { allRoutes, statusOf } from '../../support/routes.ts'
import { expectDesk, previewFrame, studioTimeouts, studioUrl, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

// What the policy refuses fails every test of the Studio, see support/studioTest.ts.
test.describe.configure(studioTimeouts)

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterEach(() => putBack(before))

const policyOf = (headers: Record<string, string>) => headers['content-security-policy'] ?? ''

test('every address of the Studio has one policy, which names its inline scripts', { tag: '@all' }, async ({
  request,
}) => {
  for (const path of ['', 'structure', 'structure/pages;aboutPage', 'presentation', 'vision']) {
    const response = await request.get(studioUrl(path))
    expect(response.status(), path).toBe(200)
    expect(policyOf(response.headers()), path).toMatch(/^[^,]*script-src 'self'( 'sha256-[\w+/]+=')+;[^,]*$/)
  }
})

test('the policy of a hosted project refuses nothing that the Studio loads', { tag: '@all' }, async ({
  page,
}) => {
  const tab = await page.context().newPage()
  const violations: string[] = []
  tab.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const external = /^https:\/\/(?!localhost)/
  const loaded = new Set<string>()
  await tab.route(external, async (route) => {
    loaded.add(new URL(route.request().url()).host)
    await route.fulfill({ status: 204, headers: { 'access-control-allow-origin': '*' } })
  })
  await tab.route('**/studio-admin/structure', async (route) => {
    const response = await route.fetch()
    const served = policyOf(response.headers())
    const inlineScripts = served.match(/'sha256-[^']+'/g) ?? []
    // The hosted policy, and the local cloud in the place of the hosted project.
    const own = /connect-src 'self' ([^;]*)/.exec(served)?.[1] ?? ''
    const policy = pagePolicy(parseEnvironment(minimalEnvironment()), {
      path: '/studio-admin',
      inlineScripts,
    })
      .replace("connect-src 'self'", `connect-src 'self' ${own}`)
      .replace("img-src 'self'", `img-src 'self' ${own}`)
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await tab.goto(studioUrl('structure'))
  await expectDesk(tab)
  await tab.evaluate(async () => {
    const show = (url: string) =>
      new Promise((resolve) => {
        const image = new Image()
        image.onload = image.onerror = resolve
        image.src = url
      })
    await show('https://lh3.googleusercontent.com/a/photo=s96-c')
    await show('https://avatars.githubusercontent.com/u/1')
    await show('https://public.sanity.io/logos/favicon-192.png')
    await fetch('https://api.sanity.io/vX/intake/feedback', { method: 'POST' })
    await fetch('https://sanity-cdn.com/v1/modules/sanity/default/versions')
    const font = new FontFace('Any', 'url(https://design-system-static.sanity.io/fonts/any.woff2)')
    await font.load().catch(() => {})
  })
  expect(violations).toEqual([])
  expect([...loaded]).toEqual(expect.arrayContaining(['lh3.googleusercontent.com', 'api.sanity.io']))
  // The check itself is able to see a violation.
  await tab.evaluate(() => fetch('https://elsewhere.example').catch(() => {}))
  await expect.poll(() => violations.length).toBeGreaterThan(0)
  await tab.close()
})

test('pages in draft mode run the scripts of their own nonce, and no other one', async ({ page }) => {
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeVisible({ timeout: uiTimeout })
  const tab = await page.context().newPage()
  const troubles = watchTroubles(tab)
  const nonces = new Set<string>()
  for (const { path } of allRoutes) {
    const response = await tab.goto(path)
    expect(response?.status(), path).toBe(statusOf(path))
    const policy = policyOf((await response?.allHeaders()) ?? {})
    const [, nonce = ''] = /^[^,]*script-src 'self' 'nonce-([\w+/]{22}==)'[^,]*$/.exec(policy) ?? []
    expect(nonce, path).not.toBe('')
    nonces.add(nonce)
    // A script reads its nonce, which nothing else in a page can.
    const carried = await tab
      .locator('script')
      .evaluateAll((scripts) =>
        scripts.map((script) => (script instanceof HTMLScriptElement ? script.nonce : '')),
      )
    expect(carried.filter((each) => each === nonce).length, path).toBeGreaterThan(3)
    await expectHydrated(tab.locator('main h1').first())
  }
  expect(nonces.size).toBe(allRoutes.length)
  expect(troubles.all).toEqual([])
})

test('a cookie of draft mode that does not hold gets the page of everybody', { tag: '@all' }, async ({
  request,
}) => {
  const cookie = `__prerender_bypass=${'0'.repeat(32)}`
  for (const path of ['/', '/contact', '/studio-admin/structure']) {
    // After a publish the first visitor has it made.
    await request.get(path)
    const response = await request.get(path, { headers: { Cookie: cookie } })
    expect(response.headers()['x-nextjs-cache'], path).toMatch(/^(HIT|STALE)$/)
    expect(policyOf(response.headers()), path).toContain("script-src 'self' 'sha256-")
    expect(await response.text(), path).not.toContain('nonce=')
  }
})
