import { nodeFs } from 'next/dist/server/lib/node-fs-methods'
import { expect, it, vi } from 'vitest'
import { minimalEnvironment } from '../tests/support/minimalEnvironment.ts'

async function createCache() {
  for (const [name, value] of Object.entries(minimalEnvironment())) vi.stubEnv(name, value)
  const { default: PageCache } = await import('./pageCache.ts')
  return new PageCache({
    fs: nodeFs,
    dev: false,
    _requestHeaders: {},
    flushToDisk: false,
    revalidatedTags: [],
    serverDistDir: '/no-such-build/server',
    maxMemoryCacheSize: 1_000_000,
  })
}

// Next declares its kinds as ambient const enums, which code outside Next cannot reference.
const kind = JSON.parse('"APP_PAGE"')
const routeKind = JSON.parse('"APP_ROUTE"')
const lookup = { kind, isFallback: false }

const flightWithUrl = '0:{"c":["","about?token=SECRET"],"q":"?token=SECRET"}\n'

const createPage = (flight: string) => ({
  kind,
  html: `<body><script type="application/ld+json">{}</script><script>self.__next_f.push([1,${JSON.stringify(flight)}])</script><p>About</p></body>`,
  rscData: Buffer.from(flight),
  headers: { 'x-next-cache-tags': 'content:aboutPage' },
  postponed: undefined,
  status: 200,
  segmentData: new Map([['/_full', Buffer.from(flight)]]),
})

it('never stores or sends the request URL of a page whose flight data has an unknown format', async () => {
  const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const cache = await createCache()
  const page = createPage('0:{"canonicalUrl":"/about?token=SECRET"}\n')
  await cache.set('/$/about', page, { cacheControl: { revalidate: 60, expire: 300 } })
  expect(await cache.get('/$/about', lookup)).toBeNull()
  // Next sends this object to every visitor who waits for the render.
  expect([page.html, page.rscData.toString(), [...page.segmentData]].join()).not.toContain('SECRET')
  expect(page.html).toContain('<script type="application/ld+json">{}</script><p>About</p>')
  expect(String(logError.mock.calls)).toContain('removing the request URL failed; /about is not stored')
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(page.headers).not.toHaveProperty('cdn-cache-control')
})

it.each([
  ['a page', createPage(flightWithUrl)],
  ['a route', { kind: routeKind, status: 200, body: Buffer.from(''), headers: createPage('').headers }],
])('prevents shared caches from storing %s whose content expired during the render', async (_, entry) => {
  const cache = await createCache()
  await cache.get('/$/about', { ...lookup, kind: entry.kind })
  const expiry = globalThis.contentPageCache?.expire(['content:aboutPage'])
  await cache.set('/$/about', entry, { cacheControl: { revalidate: 60, expire: 300 } })
  await expiry
  expect(await cache.get('/$/about', { ...lookup, kind: entry.kind })).toBeNull()
  expect(entry.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(entry.headers).not.toHaveProperty('cdn-cache-control')
})

it('allows CDNs to cache a stored page for one second', async () => {
  const cache = await createCache()
  const page = createPage(flightWithUrl)
  await cache.set('/$/services', page, { cacheControl: { revalidate: 60, expire: 300 } })
  expect(page.headers).not.toHaveProperty('cache-control')
  expect(page.headers).toHaveProperty('cdn-cache-control', 'max-age=1, stale-if-error=86400')
})

it('stores a page without the request URL', async () => {
  const cache = await createCache()
  const page = createPage(flightWithUrl)
  await cache.set('/$/about', page, { cacheControl: { revalidate: 60, expire: 300 } })
  const stored = await cache.get('/$/about', lookup)
  expect(stored?.value).toMatchObject({ kind })
  expect(page.html).toContain('About')
  expect([page.html, page.rscData.toString(), [...page.segmentData].join()].join()).not.toContain('SECRET')
})
