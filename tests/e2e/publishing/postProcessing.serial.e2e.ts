import { createHash } from 'node:crypto'
import { expect } from '@playwright/test'
import { collectBrowserErrors, expectHydrated } from '../../support/browsing.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { testEnvironment } from '../../support/environment.ts'
import { allPagesAndUnknown } from '../../support/pages.ts'
import { publish, revalidateAllPages } from '../../support/publishing.ts'

const { siteOrigin } = testEnvironment()

/** Loads a page and lists the hashes of its inline scripts and the script sources that its CSP allows. */
async function listScripts(path: string) {
  const response = await fetch(`${siteOrigin}${path}`)
  const html = await response.text()
  // `fetch` joins headers of the same name with a comma, which no source contains.
  const policies = (response.headers.get('content-security-policy') ?? '').split(', ')
  const allowedSources = /script-src ([^;]*)/.exec(policies[0] ?? '')?.[1]?.split(' ') ?? []
  const scriptHashes = [
    ...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  return { cache: response.headers.get('x-nextjs-cache'), policies, allowedSources, scriptHashes, html }
}

/** Expects one CSP, which allows the site's script files and exactly the inline scripts of the page. */
async function expectPolicyOfScripts(path: string, expectedCache: RegExp) {
  const scripts = await listScripts(path)
  expect(scripts.cache, path).toMatch(expectedCache)
  expect(scripts.policies, path).toHaveLength(1)
  expect(scripts.scriptHashes.length, path).toBeGreaterThan(3)
  expect(scripts.allowedSources.toSorted(), path).toEqual(
    ["'self'", ...new Set(scripts.scriptHashes)].toSorted(),
  )
  return scripts
}

test('every page’s CSP allows exactly the page’s inline scripts', async () => {
  await revalidateAllPages()
  for (const { path } of allPagesAndUnknown) await expectPolicyOfScripts(path, /^(HIT|STALE)$/)
})

test('the first load after a publish has the CSP of the new page', async () => {
  await revalidateAllPages()
  const previousPage = await expectPolicyOfScripts('/about', /^HIT$/)
  const heading = 'A heading that changes the scripts'
  await publish([{ patch: { id: 'aboutPage', set: { 'sections[_key=="intro"].heading': heading } } }])
  const renderedPage = await expectPolicyOfScripts('/about', /^MISS$/)
  expect(renderedPage.html).toContain(heading)
  expect(renderedPage.allowedSources).not.toEqual(previousPage.allowedSources)
  expect((await expectPolicyOfScripts('/about', /^HIT$/)).allowedSources).toEqual(renderedPage.allowedSources)
})

test('a page inlines its styles, and requests script and style files after its load event', async ({
  page,
}) => {
  for (const path of ['/', '/about', '/sign-in', '/success', '/no-such-page']) {
    const response = await page.goto(path)
    const html = (await response?.text()) ?? ''
    expect(html.match(/<style>/g), path).toHaveLength(1)
    expect(html, path).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/)
    const getTimes = () =>
      page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        const files = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
        const loadTime = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0
        return { loadTime, startTimes: files.map(({ startTime }) => startTime) }
      })
    await expect.poll(async () => (await getTimes()).startTimes.length, { message: path }).toBeGreaterThan(3)
    const { loadTime, startTimes } = await getTimes()
    expect(loadTime, path).toBeGreaterThan(0)
    expect(Math.min(...startTimes), path).toBeGreaterThanOrEqual(loadTime)
  }
})

test('following a link reuses the style sheets of the first page', async ({ page }) => {
  const requestedSheets: string[] = []
  page.on(
    'request',
    (request) => request.resourceType() === 'stylesheet' && requestedSheets.push(request.url()),
  )
  await page.goto('/')
  const sheets = page.locator('link[rel=stylesheet]')
  await expect(sheets).not.toHaveCount(0)
  const initialSheets = await sheets.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(initialSheets).size).toBe(initialSheets.length)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const link = page.getByRole('contentinfo').getByRole('link', { name: /terms/i })
  await expectHydrated(link)
  await link.click()
  await expect(page).toHaveURL(/\/terms$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(await sheets.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
    initialSheets,
  )
  expect(requestedSheets).toEqual([])
})

test('the CSP blocks an injected script', async ({ page }) => {
  await page.goto('/')
  await page.waitForFunction(() => document.readyState === 'complete')
  const browserErrors = collectBrowserErrors(page)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  })
  await expect.poll(() => browserErrors.all.join()).toMatch(/Content Security Policy/)
  await expect(page).not.toHaveTitle('taken over')
})

test('the framework’s script file has the hint that makes V8 compile it while it loads', async ({ page }) => {
  const hintedScripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    const text = await response.text()
    if (text.startsWith('//# allFunctionsCalledOnLoad')) hintedScripts.push(text)
  })
  await page.goto('/')
  await expect.poll(() => hintedScripts.join('').includes('hydrateRoot')).toBe(true)
})
