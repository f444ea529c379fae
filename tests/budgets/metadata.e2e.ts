import { expect, test } from '@playwright/test'
import { testEnvironment } from '../support/environment.ts'
import { getAttributes, getMeta, getTexts } from '../support/markup.ts'
import { allPagesAndUnknown, publicPages, unlistedPaths } from '../support/pages.ts'
import { seedText } from '../support/seedContent.ts'

/** Search engines truncate longer titles. */
const maxTitleLength = 65

for (const { path, document } of allPagesAndUnknown) {
  test(`${path} has its metadata for search engines`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const { siteOrigin } = testEnvironment()
    const title = `${seedText(`${document}/seo/title`)} · ${seedText('siteSettings/siteName')}`
    expect(getTexts(html, 'title')).toEqual([title])
    expect(title.length).toBeLessThanOrEqual(maxTitleLength)
    expect(getMeta(html, 'description')).toEqual([seedText(`${document}/seo/description`)])
    expect(getAttributes(html, 'html').map(({ lang }) => lang)).toEqual(['en'])
    const viewports = getMeta(html, 'viewport')
    expect(viewports).toEqual([expect.stringContaining('width=device-width')])
    expect(viewports.join()).not.toMatch(/user-scalable|maximum/)

    const isUnknownPath = document === 'notFoundPage'
    const canonical = getAttributes(html, 'link').filter(({ rel }) => rel === 'canonical')
    expect(canonical.map(({ href = '' }) => new URL(href).href)).toEqual(
      isUnknownPath ? [] : [new URL(path, siteOrigin).href],
    )
    const isUnlisted = isUnknownPath || unlistedPaths.has(path)
    if (isUnlisted) expect(getMeta(html, 'robots')[0]).toContain('noindex')
    else expect(getMeta(html, 'robots')).toEqual([])
  })

  test(`${path} has metadata and an image for social previews`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    expect(getMeta(html, 'og:title')).toEqual([seedText(`${document}/seo/title`)])
    expect(getMeta(html, 'og:description')).toEqual([seedText(`${document}/seo/description`)])
    expect(getMeta(html, 'og:image:alt')).toEqual([seedText(`${document}/seo/title`)])
    expect(getMeta(html, 'twitter:card')).toEqual(['summary_large_image'])
    const image = await request.get(getMeta(html, 'og:image')[0] ?? '')
    expect(image.status()).toBe(200)
    expect(image.headers()['content-type']).toMatch(/^image\//)
  })
}

test('the sitemap lists the pages for search engines, and robots.txt links to it', async ({ request }) => {
  const { siteOrigin } = testEnvironment()
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listedUrls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1])
  const expectedUrls = publicPages
    .filter(({ path }) => !unlistedPaths.has(path))
    .map(({ path }) => new URL(path, siteOrigin).href)
  expect(listedUrls.toSorted()).toEqual(expectedUrls.toSorted())
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${siteOrigin}/sitemap.xml`)
  expect(robots).toMatch(/Disallow: \/studio-admin/)
})
