import { expect, type Page, test } from '@playwright/test'
import { open } from '../support/browsing.ts'
import { testEnvironment } from '../support/environment.ts'
import { headingsOf, landmarksOf, skippedLevels } from '../support/pageParts.ts'
import { allRoutes, publicRoutes, unlistedPaths } from '../support/routes.ts'
import { seedText } from '../support/seedContent.ts'

/** Longer titles are cut off in the results of search engines. */
const longestTitle = 65

const contentOf = (page: Page, selector: string) => page.locator(selector).first().getAttribute('content')

for (const { path, document } of allRoutes) {
  test(`${path} has its title, description, language and one address`, async ({ page }) => {
    await open(page, path, { waitUntil: 'domcontentloaded' })
    const { siteOrigin } = testEnvironment()
    const title = seedText(`${document}/seo/title`)
    const description = seedText(`${document}/seo/description`)
    await expect(page).toHaveTitle(`${title} · ${seedText('siteSettings/siteName')}`)
    expect((await page.title()).length).toBeLessThanOrEqual(longestTitle)
    await expect(page.locator('title')).toHaveCount(1)
    await expect(page.locator('meta[name="description"]')).toHaveCount(1)
    expect(await contentOf(page, 'meta[name="description"]')).toBe(description)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('meta[name="viewport"]')).toHaveAttribute('content', /width=device-width/)
    await expect(page.locator('meta[name="viewport"]')).not.toHaveAttribute(
      'content',
      /user-scalable|maximum/,
    )

    const canonical = page.locator('link[rel="canonical"]')
    const unknown = document === 'notFoundPage'
    if (unknown) await expect(canonical).toHaveCount(0)
    else {
      await expect(canonical).toHaveCount(1)
      const href = await canonical.getAttribute('href')
      expect(new URL(href ?? '').href).toBe(new URL(path, siteOrigin).href)
    }
    const hidden = unknown || unlistedPaths.has(path)
    const robots = page.locator('meta[name="robots"]')
    if (hidden) expect(await robots.first().getAttribute('content')).toContain('noindex')
    else await expect(robots).toHaveCount(0)
  })

  test(`${path} has a social preview`, async ({ page, request }) => {
    await open(page, path, { waitUntil: 'domcontentloaded' })
    expect(await contentOf(page, 'meta[property="og:title"]')).toBe(seedText(`${document}/seo/title`))
    expect(await contentOf(page, 'meta[property="og:description"]')).toBe(
      seedText(`${document}/seo/description`),
    )
    expect(await contentOf(page, 'meta[property="og:image:alt"]')).toBe(
      seedText('siteSettings/socialImage/alt'),
    )
    expect(await contentOf(page, 'meta[name="twitter:card"]')).toBe('summary_large_image')
    const image = await request.get((await contentOf(page, 'meta[property="og:image"]')) ?? '')
    expect(image.status()).toBe(200)
    expect(image.headers()['content-type']).toMatch(/^image\//)
  })

  test(`${path} has its landmarks, one first heading, and skips no level`, async ({ page }) => {
    await open(page, path, { waitUntil: 'domcontentloaded' })
    expect(await landmarksOf(page)).toEqual({ banner: 1, main: 1, contentinfo: 1 })
    const headings = await headingsOf(page)
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1)
    expect(headings.filter(({ text }) => text === '')).toEqual([])
    expect(skippedLevels(headings)).toEqual([])
  })
}

test('titles and descriptions are different on every page', async ({ request }) => {
  const found = await Promise.all(
    allRoutes.map(async ({ path }) => {
      const html = await (await request.get(path)).text()
      return {
        title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
        description: /<meta name="description" content="([^"]*)"/.exec(html)?.[1],
      }
    }),
  )
  for (const name of ['title', 'description'] as const) {
    const values = found.map((each) => each[name])
    expect(values.every(Boolean), name).toBe(true)
    expect(new Set(values).size, name).toBe(allRoutes.length)
  }
})

test('the sitemap names the pages for search engines, and robots.txt names the sitemap', async ({
  request,
}) => {
  const { siteOrigin } = testEnvironment()
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
  const wanted = publicRoutes
    .filter(({ path }) => !unlistedPaths.has(path))
    .map(({ path }) => new URL(path, siteOrigin).href)
  expect(listed.toSorted()).toEqual(wanted.toSorted())
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/studio-admin/)
})

test('skipped levels would be noticed', () => {
  const headings = [1, 2, 4].map((level) => ({ level, text: `level ${level}` }))
  expect(skippedLevels(headings)).toEqual(['"level 4" is at level 4, below level 2'])
  expect(skippedLevels([{ level: 2, text: 'first' }])).toHaveLength(1)
  expect(skippedLevels([1, 2, 3, 2, 3].map((level) => ({ level, text: '' })))).toEqual([])
})
