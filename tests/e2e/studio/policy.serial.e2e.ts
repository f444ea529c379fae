import { expect } from '@playwright/test'
import { collectBrowserErrors, expectPageHydrated, openPage } from '../../support/browsing.ts'
import { allPagesAndUnknown, getStatus, unknownPage } from '../../support/pages.ts'
import { previewFrame, studioUrl, uiTimeout } from '../../support/studio.ts'
import { serialTest as test } from '../../support/studioTest.ts'

// A test fails if its `page` violates the content security policy (see support/studioTest.ts).
const getPolicy = (headers: Record<string, string>) => headers['content-security-policy'] ?? ''

test('each Studio URL has one CSP, which allows inline scripts by hash', async ({ request }) => {
  for (const path of ['', 'structure', 'structure/pages;aboutPage', 'presentation', 'vision']) {
    const response = await request.get(studioUrl(path))
    expect(response.status(), path).toBe(200)
    expect(getPolicy(response.headers()), path).toMatch(/^[^,]*script-src 'self'( 'sha256-[\w+/]+=')+;[^,]*$/)
  }
})

test('each page in draft mode has its own nonce in its CSP and its scripts', async ({ page }) => {
  await page.goto(studioUrl('presentation?preview=/about'))
  await expect(previewFrame(page).locator('.preview-bar')).toBeAttached({ timeout: uiTimeout })
  const nonces = new Set<string>()
  for (const { path } of allPagesAndUnknown) {
    const response = await page.request.get(path)
    expect(response.status(), path).toBe(getStatus(path))
    const policy = getPolicy(response.headers())
    const [, nonce = ''] = /^[^,]*script-src 'self' 'nonce-([\w+/]{22}==)'[^,]*$/.exec(policy) ?? []
    expect(nonce, path).not.toBe('')
    nonces.add(nonce)
    const scripts = (await response.text()).match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? []
    expect(scripts.length, path).toBeGreaterThan(3)
    expect(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
      path,
    ).toEqual([])
  }
  expect(nonces.size).toBe(allPagesAndUnknown.length)
  // The browser reports an error for each script that the CSP blocks.
  const tab = await page.context().newPage()
  const browserErrors = collectBrowserErrors(tab)
  for (const path of ['/', '/contact', unknownPage.path]) {
    await openPage(tab, path)
    await expectPageHydrated(tab)
  }
  expect(browserErrors.all).toEqual([])
})

test('a request with an invalid draft cookie gets the cached public page', async ({ request }) => {
  const cookie = `__prerender_bypass=${'0'.repeat(32)}`
  for (const path of ['/', '/contact', '/studio-admin/structure']) {
    // After a publish, the first request renders the page.
    await request.get(path)
    const response = await request.get(path, { headers: { Cookie: cookie } })
    expect(response.headers()['x-nextjs-cache'], path).toMatch(/^(HIT|STALE)$/)
    expect(getPolicy(response.headers()), path).toContain("script-src 'self' 'sha256-")
    expect(await response.text(), path).not.toContain('nonce=')
  }
})
