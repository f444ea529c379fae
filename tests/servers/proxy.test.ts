import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SiteProxy, startProxy } from '../support/proxy.ts'
import { sendRaw } from '../support/rawRequest.ts'

/** The headers of the stub site's responses. */
let headers: Record<string, string>
/** The requests that the stub received. */
let siteRequests: { url: string | undefined; headers: IncomingHttpHeaders }[]
/** The body of the stub's responses. */
let text: string
/** A promise that the stub awaits before it responds. */
let responseBlock: Promise<void> | undefined

const site = createServer(async (incoming, outgoing) => {
  siteRequests.push({ url: incoming.url, headers: incoming.headers })
  await responseBlock
  outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
  outgoing.end(text)
})
let proxy: SiteProxy

/** Returns the host and port of the stub. */
function getSiteHost(): string {
  const address = site.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Closes the site's port while `action` runs. */
async function withoutSite(action: () => Promise<void>): Promise<void> {
  const address = site.address()
  const port = typeof address === 'object' ? address?.port : undefined
  site.closeAllConnections()
  await new Promise((resolve) => site.close(resolve))
  try {
    await action()
  } finally {
    await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  }
}

const request = (path: string, requestHeaders: Record<string, string> = {}, method = 'GET') =>
  sendRaw(proxy.origin, path, { headers: requestHeaders, method, agent: false })

/** The timeout is longer than the time for which a page is cached, one second. */
const pollOptions = { timeout: 10_000 }

const cacheableHeaders = { 'Cache-Control': 's-maxage=240, stale-while-revalidate=31535760' }

beforeAll(async () => {
  headers = {}
  siteRequests = []
  text = 'up'
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  proxy = await startProxy(getSiteHost())
})
beforeEach(() => {
  headers = { ...cacheableHeaders }
  text = 'word '.repeat(1000)
  siteRequests = []
})
afterAll(async () => {
  await proxy.stop()
  site.close()
})

/** Requests a path until the response comes from the cache. */
async function requestCached(path: string, requestHeaders: Record<string, string> = {}) {
  let response = await request(path, requestHeaders)
  await expect
    .poll(async () => {
      response = await request(path, requestHeaders)
      return response.headers['x-cache']
    }, pollOptions)
    .toBe('HIT')
  return response
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['', undefined],
])('with Accept-Encoding "%s", a page is cached and served completely', async (accepted, encoding) => {
  const response = await requestCached(`/?accepted=${encodeURIComponent(accepted)}`, {
    'Accept-Encoding': accepted,
  })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers.vary).toContain('Accept-Encoding')
  expect(response.body).toBe(text)
  if (encoding) expect(response.sentBytes).toBeLessThan(500)
  for (const { headers: siteHeaders } of siteRequests) expect(siteHeaders['accept-encoding']).toBeUndefined()
})

test('a page is cached for a second, despite its s-maxage, and not served stale while the site is up', async () => {
  const { headers: stored } = await request('/about')
  text = 'published'
  const outdated: IncomingHttpHeaders[] = []
  await expect
    .poll(async () => {
      const response = await request('/about')
      if (response.body !== 'published') outdated.push(response.headers)
      return response.body
    }, pollOptions)
    .toBe('published')
  expect(outdated.filter((response) => response['x-cache'] !== 'HIT')).toEqual([])
  // nginx compares whole seconds, as in `Date`, so a page expires after one to two seconds.
  const lastDate = Math.max(...outdated.map(({ date }) => Date.parse(String(date))))
  expect(lastDate - Date.parse(String(stored.date))).toBeLessThanOrEqual(1000)
})

test('only one of several concurrent requests for an uncached page reaches the site', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => request('/concurrent')))
  expect(new Set(responses.map((response) => response.body))).toEqual(new Set([text]))
  expect(siteRequests).toHaveLength(1)
})

test("flight data is cached separately from pages, keyed by the router's headers and query parameter", async () => {
  const variants: [string, Record<string, string>][] = [
    ['/services', {}],
    ['/services', { RSC: '1' }],
    ['/services', { RSC: '1', 'Next-Router-Prefetch': '1' }],
    ['/services', { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' }],
    ['/services', { RSC: '1', 'Next-Router-State-Tree': '%5B%5D' }],
    ['/services', { RSC: '1', 'Next-Url': '/about' }],
    ['/services?_rsc=abc', { RSC: '1' }],
  ]
  for (const [path, requestHeaders] of variants) {
    text = JSON.stringify([path, requestHeaders])
    expect((await request(path, requestHeaders)).body).toBe(text)
  }
  expect(siteRequests).toHaveLength(variants.length)
})

test.each([
  ['a response whose Cache-Control forbids caching', { 'Cache-Control': 'private, no-cache, no-store' }],
  ['a response without Cache-Control', { 'Cache-Control': '' }],
  ['a page that sets a cookie', { ...cacheableHeaders, 'Set-Cookie': 'a=b' }],
])('%s is not cached', async (_, responseHeaders) => {
  headers = responseHeaders
  await request('/terms')
  await request('/terms')
  expect(siteRequests).toHaveLength(2)
})

test('responses to POST, PUT and DELETE requests are not cached', async () => {
  await requestCached('/contact')
  siteRequests = []
  for (const method of ['POST', 'PUT', 'DELETE']) await request('/contact', {}, method)
  expect(siteRequests).toHaveLength(3)
})

test('cached pages, even stale ones, are served during an outage of the site', async () => {
  await request('/cookies')
  const cachedText = text
  await withoutSite(async () => {
    await expect.poll(async () => (await request('/cookies')).headers['x-cache'], pollOptions).toBe('STALE')
    expect((await request('/cookies')).body).toBe(cachedText)
    expect((await request('/not-cached')).status).toBe(502)
  })
  text = 'back'
  expect((await request('/cookies')).body).toBe('back')
})

test('while the site hangs, stale pages are served after a timeout, and API routes may take longer', async () => {
  const limitedProxy = await startProxy(getSiteHost(), { pageTimeoutSeconds: 1 })
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  const requestLimited = (path: string) => sendRaw(limitedProxy.origin, path, { agent: false })
  try {
    await requestLimited('/privacy')
    responseBlock = promise
    const route = requestLimited('/api/cron/reconcile')
    await expect
      .poll(async () => (await requestLimited('/privacy')).headers['x-cache'], pollOptions)
      .toBe('STALE')
    expect((await requestLimited('/privacy')).body).toBe(text)
    expect((await requestLimited('/not-cached')).status).toBe(504)
    respond()
    expect((await route).status).toBe(200)
  } finally {
    responseBlock = undefined
    respond()
    await limitedProxy.stop()
  }
}, 30_000)

test("the proxy's log contains no visitor's IP and no credentials, even during an outage", async () => {
  await withoutSite(async () => {
    const response = await request('/auth/confirm?token_hash=of-ada', {
      Cookie: 'of=ada',
      Referer: 'http://of.ada',
    })
    expect(response.status).toBe(502)
  })
  expect(proxy.log()).not.toMatch(/of.ada|127\.0\.0\.1, server/)
})

test('cached pages survive a restart of the proxy, and are served during an outage of the site', async () => {
  await request('/studio')
  await proxy.kill()
  await proxy.restart()
  await withoutSite(async () => expect((await request('/studio')).body).toBe(text))
})

test.each(['__prerender_bypass=secret', '__prerender_bypass=; __prerender_bypass=secret'])(
  'requests with a draft cookie bypass the cache: %s',
  async (Cookie) => {
    const path = `/draft?${encodeURIComponent(Cookie)}`
    await request(path)
    text = 'draft'
    expect((await request(path, { Cookie })).body).toBe('draft')
    text = 'page'
    expect((await request(path)).body).not.toBe('draft')
  },
)

test('responses from API routes are never cached', async () => {
  await request('/api/health')
  await request('/api/health')
  expect(siteRequests).toHaveLength(2)
})

test('build files stay cached longer than pages', async () => {
  headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  await request('/_next/static/chunks/a.js')
  await requestCached('/faq')
  await expect.poll(async () => (await request('/faq')).headers['x-cache'], pollOptions).toBe('EXPIRED')
  expect((await request('/_next/static/chunks/a.js')).headers['x-cache']).toBe('HIT')
})

test("the site receives the client's IP, the requested host and a request id", async () => {
  await request('/api/health', { Host: 'example.com', 'X-Forwarded-For': '203.0.113.9' })
  await request('/', { Host: 'example.com', 'X-Forwarded-For': '203.0.113.9' })
  for (const { headers: siteHeaders } of siteRequests) {
    expect(siteHeaders.host).toBe('example.com')
    expect(siteHeaders['x-forwarded-for']).toMatch(/^203\.0\.113\.9, (127\.0\.0\.1|::1)$/)
    expect(siteHeaders['x-request-id']).toMatch(/^[\da-f]{32}$/)
  }
})
