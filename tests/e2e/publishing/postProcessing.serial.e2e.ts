import { createHash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { collectBrowserErrors, expectHydrated } from '../../support/browsing.ts'
import { testEnvironment } from '../../support/environment.ts'
import {
  publish,
  restore,
  revalidateAllPages,
  type Snapshot,
  takeSnapshot,
} from '../../support/publishing.ts'
import { allRoutes } from '../../support/routes.ts'

const { siteOrigin } = testEnvironment()

/** The inline scripts of a page as its browser sees them, and the sources of scripts that its policy allows. */
async function listScripts(path: string) {
  const response = await fetch(`${siteOrigin}${path}`)
  const html = await response.text()
  // Header values of one name arrive joined by a comma, which no source contains.
  const policies = (response.headers.get('content-security-policy') ?? '').split(', ')
  const allowed = /script-src ([^;]*)/.exec(policies[0] ?? '')?.[1]?.split(' ') ?? []
  const written = [...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`,
  )
  return { cache: response.headers.get('x-nextjs-cache'), policies, allowed, written, html }
}

async function expectNamed(path: string, cache: RegExp) {
  const scripts = await listScripts(path)
  expect(scripts.cache, path).toMatch(cache)
  expect(scripts.policies, path).toHaveLength(1)
  expect(scripts.written.length, path).toBeGreaterThan(3)
  expect(scripts.allowed.toSorted(), path).toEqual(["'self'", ...new Set(scripts.written)].toSorted())
  return scripts
}

let before: Snapshot
test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterAll(() => restore(before))

test('the policy of every page names its own inline scripts, and allows no other', async () => {
  await revalidateAllPages()
  for (const { path } of allRoutes) await expectNamed(path, /^(HIT|STALE)$/)
})

test('the first load after a publish has the policy of the new page', async () => {
  await revalidateAllPages()
  const old = await expectNamed('/about', /^HIT$/)
  const heading = 'A heading that changes the scripts'
  await publish([{ patch: { id: 'aboutPage', set: { 'sections[_key=="intro"].heading': heading } } }])
  const fresh = await expectNamed('/about', /^MISS$/)
  expect(fresh.html).toContain(heading)
  expect(fresh.allowed).not.toEqual(old.allowed)
  expect((await expectNamed('/about', /^HIT$/)).allowed).toEqual(fresh.allowed)
})

test('a page inlines its styles, and loads files after itself, from the build and rendered again', async ({
  page,
}) => {
  for (const path of ['/', '/about', '/sign-in', '/success', '/no-such-page']) {
    const result = await page.goto(path)
    const html = (await result?.text()) ?? ''
    expect(html.match(/<style>/g), path).toHaveLength(1)
    expect(html, path).not.toMatch(/<link rel="stylesheet"(?![^>]* disabled)/)
    const getTimes = () =>
      page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation')
        const files = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\.(js|css)(\?|$)/.test(name))
        const loaded = navigation instanceof PerformanceNavigationTiming ? navigation.loadEventStart : 0
        return { loaded, starts: files.map(({ startTime }) => startTime) }
      })
    await expect.poll(async () => (await getTimes()).starts.length, { message: path }).toBeGreaterThan(3)
    const { loaded, starts } = await getTimes()
    expect(loaded, path).toBeGreaterThan(0)
    expect(Math.min(...starts), path).toBeGreaterThanOrEqual(loaded)
  }
})

test('the next page reuses the style sheets of the first', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => request.resourceType() === 'stylesheet' && requested.push(request.url()))
  await page.goto('/')
  const sheets = page.locator('link[rel=stylesheet]')
  await expect(sheets).not.toHaveCount(0)
  const before = await sheets.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(new Set(before).size).toBe(before.length)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  const link = page.getByRole('contentinfo').getByRole('link', { name: /terms/i })
  await expectHydrated(link)
  await link.click()
  await expect(page).toHaveURL(/\/terms$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
  expect(await sheets.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(before)
  expect(requested).toEqual([])
})

test('an injected script does not run, and those of the page do', async ({ page }) => {
  await page.goto('/')
  await page.waitForFunction(() => document.readyState === 'complete')
  const troubles = collectBrowserErrors(page)
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  })
  await expect.poll(() => troubles.all.join()).toMatch(/Content Security Policy/)
  await expect(page).not.toHaveTitle('taken over')
})

test('browsers compile the framework’s script files while they load', async ({ page }) => {
  const hinted: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() !== 'script') return
    const text = await response.text()
    if (text.startsWith('//# allFunctionsCalledOnLoad')) hinted.push(text)
  })
  await page.goto('/')
  await expect.poll(() => hinted.join('').includes('hydrateRoot')).toBe(true)
})
