import { rmSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginProxyCacheVersion } from '../../server/frontCaches.ts'
import { createVersionFolder, type SiteProxy, startProxy } from '../support/proxy.ts'

/** The headers with which the stub of the site responds. */
let headers: Record<string, string>
/** The requests that the stub received. */
let siteRequests: { url: string | undefined; headers: IncomingHttpHeaders }[]
/** The body with which the stub responds. */
let text: string
/** A promise for which the stub waits before it responds. */
let responseBlock: Promise<void> | undefined

const site = createServer(async (incoming, outgoing) => {
  siteRequests.push({ url: incoming.url, headers: incoming.headers })
  const responseText = text
  await responseBlock
  outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
  outgoing.end(responseText)
})
const folder = createVersionFolder()
let proxy: SiteProxy

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

type ProxyResponse = {
  status: number | undefined
  headers: IncomingHttpHeaders
  text: string
  encodedBytes: number
}

/** Sends a request without default headers, unlike `fetch`. Resolves to the decoded text and the size before decoding. */
function request(path: string, requestHeaders: Record<string, string> = {}): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      `${proxy.origin}${path}`,
      { headers: requestHeaders, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          const body = Buffer.concat(chunks)
          const encoding = incoming.headers['content-encoding']
          const decodedBody =
            encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
          resolve({
            status: incoming.statusCode,
            headers: incoming.headers,
            text: decodedBody.toString(),
            encodedBytes: body.length,
          })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const cacheableHeaders = { 'Cache-Control': 's-maxage=240, stale-while-revalidate=31535760' }

beforeAll(async () => {
  headers = {}
  siteRequests = []
  text = 'up'
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  const port = typeof address === 'object' ? address?.port : undefined
  proxy = await startProxy(`127.0.0.1:${port}`, folder)
})
beforeEach(() => {
  headers = { ...cacheableHeaders }
  text = 'word '.repeat(1000)
  responseBlock = undefined
  // A new cache version for each test, so that no earlier entries remain.
  beginProxyCacheVersion(folder)
  siteRequests = []
})
afterAll(async () => {
  await proxy.stop()
  site.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a page is requested from the site once for each encoding, and served completely', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', undefined],
  ] as const) {
    const results = [
      await request('/', { 'Accept-Encoding': accepted }),
      await request('/', { 'Accept-Encoding': accepted }),
    ]
    for (const response of results) {
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers.vary).toContain('Accept-Encoding')
      expect(response.text).toBe(text)
    }
    expect(results[1]?.headers['x-cache']).toBe('HIT')
    if (encoding) expect(results[1]?.encodedBytes).toBeLessThan(500)
  }
  // Brotli, gzip and plain.
  expect(siteRequests).toHaveLength(3)
  expect(siteRequests.map(({ headers: { 'accept-encoding': encoding } }) => encoding)).toEqual(
    Array(3).fill(undefined),
  )
})

test('pages of an earlier cache version are not served', async () => {
  await request('/about')
  text = 'published'
  expect((await request('/about')).text).not.toBe('published')
  beginProxyCacheVersion(folder)
  expect((await request('/about')).text).toBe('published')
})

test('a response from before a publish is not cached after it', async () => {
  const { promise, resolve: sendResponse } = Promise.withResolvers<void>()
  responseBlock = promise
  text = 'old'
  const oldResponse = request('/slow')
  await expect.poll(() => siteRequests.length).toBe(1)
  beginProxyCacheVersion(folder)
  sendResponse()
  expect((await oldResponse).text).toBe('old')
  text = 'new'
  expect((await request('/slow')).text).toBe('new')
})

test("flight data is cached separately from pages, by the router's headers and parameter", async () => {
  const variants: Record<string, string>[] = [
    {},
    { RSC: '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1' },
    { RSC: '1', 'Next-Router-Prefetch': '1', 'Next-Router-Segment-Prefetch': '/_tree' },
    { RSC: '1', 'Next-Router-State-Tree': '%5B%5D' },
    { RSC: '1', 'Next-Url': '/about' },
  ]
  for (const [index, requestHeaders] of variants.entries()) {
    text = `variant ${index}`
    await request('/services', requestHeaders)
  }
  text = 'none of them'
  for (const [index, requestHeaders] of variants.entries()) {
    expect((await request('/services', requestHeaders)).text).toBe(`variant ${index}`)
  }
  expect((await request('/services?_rsc=abc', { RSC: '1' })).text).toBe('none of them')
})

test.each([
  ['a response that the site forbids to cache', { 'Cache-Control': 'private, no-cache, no-store' }],
  ['a response without Cache-Control', { 'Cache-Control': '' }],
  ['a stale page', { ...cacheableHeaders, 'X-Nextjs-Cache': 'STALE' }],
  ['a page that sets a cookie', { ...cacheableHeaders, 'Set-Cookie': 'a=b' }],
])('%s is not cached', async (_, responseHeaders) => {
  headers = responseHeaders
  await request('/terms')
  await request('/terms')
  expect(siteRequests).toHaveLength(2)
})

test('a page is cached no longer than the site allows', async () => {
  headers = { 'Cache-Control': 's-maxage=1' }
  await request('/privacy')
  text = 'later'
  await expect.poll(async () => (await request('/privacy')).text, { timeout: 10_000 }).toBe('later')
})

test('cached pages are served during an outage of the site, even stale ones', async () => {
  headers = { 'Cache-Control': 's-maxage=1' }
  await request('/cookies')
  const cachedText = text
  await withoutSite(async () => {
    await expect
      .poll(async () => (await request('/cookies')).headers['x-cache'], { timeout: 10_000 })
      .toBe('STALE')
    expect((await request('/cookies')).text).toBe(cachedText)
    expect((await request('/not-cached')).status).toBe(502)
  })
  text = 'back'
  expect((await request('/cookies')).text).toBe('back')
})

test("the proxy's log contains no visitor's IP and no credentials, even during an outage of the site", async () => {
  await withoutSite(async () => {
    const response = await request('/auth/confirm?token_hash=of-ada', {
      Cookie: 'of=ada',
      Referer: 'http://of.ada',
    })
    expect(response.status).toBe(502)
  })
  expect(proxy.log()).not.toMatch(/of.ada|127\.0\.0\.1, server/)
})

test('cached pages and the cache version remain valid after the proxy is killed', async () => {
  await request('/about')
  await proxy.kill()
  await proxy.restart()
  const response = await request('/about')
  expect(response.text).toBe(text)
  expect(response.headers['x-cache']).toBe('HIT')
})

test.each(['__prerender_bypass=secret', '__prerender_bypass=; __prerender_bypass=secret'])(
  'requests with a draft cookie bypass the cache: %s',
  async (Cookie) => {
    await request('/contact')
    text = 'draft'
    expect((await request('/contact', { Cookie })).text).toBe('draft')
    expect((await request('/contact')).text).not.toBe('draft')
  },
)

test('without a cache version no page is cached', async () => {
  rmSync(`${folder}/current`)
  await request('/success')
  await request('/success')
  expect(siteRequests).toHaveLength(2)
})

test('responses of routes and the Studio are never cached', async () => {
  for (const path of ['/api/health', '/studio-admin', '/studio-admin/structure']) {
    siteRequests = []
    await request(path)
    await request(path)
    expect(siteRequests, path).toHaveLength(2)
  }
})

test('cached files of the build are independent of the cache version', async () => {
  headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  await request('/_next/static/chunks/a.js')
  beginProxyCacheVersion(folder)
  await request('/_next/static/chunks/a.js')
  expect(siteRequests).toHaveLength(1)
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
