import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { publicPages, unknownPage } from '../support/pages.ts'

type PrerenderManifest = {
  routes: Record<string, { response?: string; compute?: string; initialStatus?: number }>
}

/** The tested stack's build folder. */
const build = resolve(process.env.TEST_DIST_DIR ?? '.next-test')
const readJson = <Result>(file: string): Result => JSON.parse(readFileSync(resolve(build, file), 'utf8'))

const isPublicPage = ([source, path]: [string, string]) =>
  source.endsWith('/page') && !path.startsWith('/studio-admin') && !path.startsWith('/_')

test('every public page in the build is listed in these tests', () => {
  const paths = Object.entries(readJson<Record<string, string>>('app-path-routes-manifest.json'))
  const pages = paths.filter(isPublicPage).map(([, path]) => path)
  const landingPages = '/[slug]'
  expect(pages.toSorted()).toEqual([...publicPages.map(({ path }) => path), landingPages].toSorted())
})

test('the build has prerendered every public page completely', () => {
  const { routes } = readJson<PrerenderManifest>('prerender-manifest.json')
  for (const path of [...publicPages.map((route) => route.path), '/_not-found']) {
    expect(routes[path], path).toMatchObject({ response: 'complete', compute: 'static' })
  }
})

test('the proxy’s traced files include no documents, packages, seed or tests', () => {
  const { files } = readJson<{ files: string[] }>('server/middleware.js.nft.json')
  expect(files.length).toBeGreaterThan(0)
  expect(
    files.filter((file) => /^(\.\.\/)+(docs|packages|seed|tests|\.github|\w+\.md)\b/.test(file)),
  ).toEqual([])
})

test('the traced files for social images include their font and renderer', () => {
  const { files } = readJson<{ files: string[] }>('server/app/social/[...path]/route.js.nft.json')
  expect(files.map((file) => file.replace(/^(\.\.\/)+/, ''))).toEqual(
    expect.arrayContaining([
      'app/fonts/besley-450.ttf',
      'node_modules/next/og.js',
      'node_modules/next/dist/server/og/image-response.js',
      'node_modules/next/dist/compiled/@vercel/og/index.node.js',
    ]),
  )
})

for (const { path } of publicPages) {
  test(`${path} is served from the cache, with headers for shared caches`, async ({ request }) => {
    // After a start or a publish, the first request renders the page.
    await request.get(path)
    const response = await request.get(path)
    expect(response.status()).toBe(200)
    const headers = response.headers()
    expect(headers['x-nextjs-prerender']).toMatch(/^1/)
    expect(headers['x-nextjs-cache']).toMatch(/^(HIT|STALE)$/)
    expect(headers['cache-control']).toMatch(/^s-maxage=\d+, stale-while-revalidate=\d+$/)
    expect(headers['cdn-cache-control']).toBe('max-age=1, stale-if-error=86400')
    expect(headers['set-cookie']).toBeUndefined()
  })

  test(`${path} has the same bytes for every visitor`, async ({ request }) => {
    const hashBody = async (url: string, headers = {}) =>
      createHash('sha256')
        .update(await (await request.get(url, { headers })).body())
        .digest('hex')
    // Repeated, since the page may be rendered again between the two responses.
    await expect(async () => {
      const plainHash = await hashBody(path)
      const otherVisitorHash = await hashBody(`${path}?utm_source=elsewhere`, {
        Cookie: 'somebody=else',
        'Accept-Language': 'de',
        'User-Agent': 'another browser',
      })
      expect(otherVisitorHash).toBe(plainHash)
    }).toPass({ timeout: 10_000 })
  })
}

// By default Next bypasses the cache for these crawlers.
for (const crawler of ['Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'bingbot/2.0']) {
  test(`${crawler} gets pages from the cache, with their content security policy`, async ({ request }) => {
    for (const { path } of publicPages) {
      await request.get(path)
      const response = await request.get(path, { headers: { 'User-Agent': crawler } })
      const headers = response.headers()
      expect(headers['x-nextjs-cache'], path).toMatch(/^(HIT|STALE)$/)
      expect(headers['content-security-policy'], path).toContain("script-src 'self' 'sha256-")
      expect(await response.text(), path).toMatch(/<head>.*<title>[^<].*<\/head>/s)
    }
  })
}

test('an unknown path returns the prerendered 404 page, which shared caches do not store', async ({
  request,
}) => {
  const response = await request.get(unknownPage.path)
  expect(response.status()).toBe(404)
  expect(response.headers()['x-nextjs-prerender']).toMatch(/^1/)
  expect(response.headers()['cache-control']).toContain('no-store')
  expect(response.headers()['cdn-cache-control']).toBeUndefined()
})
