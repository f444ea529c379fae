import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sanitizeRequests } from './sanitizeRequests'

type ReceivedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

let server: Server
let stopSanitizing: () => void
beforeAll(async () => {
  stopSanitizing = sanitizeRequests()
  server = createServer(({ method, url, headers }, response) => {
    response.end(JSON.stringify({ method, url, headers } satisfies ReceivedRequest))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  stopSanitizing()
  server.close()
})

function getPort(): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Sends a request. Returns the request as a server reads it, and the response's cache policy. */
async function send(path: string, headers: Record<string, string> = {}) {
  const outgoing = request({ host: '127.0.0.1', port: getPort(), path, headers }).end()
  const [response]: IncomingMessage[] = await once(outgoing, 'response')
  let body = ''
  for await (const chunk of response?.setEncoding('utf8') ?? []) body += chunk
  const received: ReceivedRequest = JSON.parse(body)
  return { ...received, cachePolicy: response?.headers['cache-control'] }
}

describe('sanitizeRequests', () => {
  it.each([
    ['/about?token=SECRET', '/about'],
    ['/?token=SECRET', '/'],
    ['/about?', '/about'],
    ['/about?a=1?b=2', '/about'],
    ['//about?token=SECRET', '//about'],
    ['/api?token=SECRET', '/api'],
    ['/api/../about?token=SECRET', '/api/../about'],
    ['/./?token=SECRET', '/./'],
    ['/about/%2E%2e/?token=SECRET', '/about/%2E%2e/'],
    ['/about#/?token=SECRET', '/about#/'],
    ['/api/%2e%2e/about?token=SECRET', '/api/%2e%2e/about'],
    ['/_next/static/a.js?token=SECRET', '/_next/static/a.js'],
    ['/studio-admin?token=SECRET', '/studio-admin'],
    ['http://example.com/about?token=SECRET', 'http://example.com/about'],
    [`/about?token=${'x'.repeat(5000)}`, '/about'],
  ])('moves the query of %s into a header', async (path, url) => {
    const received = await send(path)
    expect(received.url).toBe(url)
    expect(received.headers['x-request-search']).toBe(path.slice(path.indexOf('?')))
  })

  it.each([
    ['/about', '/about'],
    ['/api/health?token=1', '/api/health?token=1'],
    ['/about/?topic=tour', '/about/?topic=tour'],
  ])('leaves the URL %s unchanged, and removes the client’s query header', async (path, url) => {
    const received = await send(path, { 'x-request-search': '?from=client' })
    expect(received.url).toBe(url)
    expect(received.headers).not.toHaveProperty('x-request-search')
  })

  it.each([
    ['1a2-_b', '?_rsc=1a2-_b'],
    ['x'.repeat(32), `?_rsc=${'x'.repeat(32)}`],
    ['x'.repeat(33), ''],
    ['a/b', ''],
    ['', '?_rsc='],
  ])('reduces a query with the router’s parameter %j to %j', async (value, search) => {
    const received = await send(`/about?a=1&_rsc=${value}`, { RSC: '1' })
    expect(received.url).toBe(`/about${search}`)
  })

  it('replaces paths of more than 512 characters, except the Studio’s', async () => {
    const longestPath = `/${'x'.repeat(511)}`
    expect((await send(longestPath)).url).toBe(longestPath)
    expect((await send(`${longestPath}x?token=SECRET`)).url).toBe('/api/unknown')
    expect((await send(`/api${longestPath}`)).url).toBe('/api/unknown')
    expect((await send(`/studio-admin${longestPath}`)).url).toBe(`/studio-admin${longestPath}`)
    expect((await send(`/studio-admin/..${longestPath}x`)).url).toBe('/api/unknown')
    // Next encodes a quotation mark as three characters.
    expect((await send(`/${'"'.repeat(171)}`)).url).toBe('/api/unknown')
  })

  it('removes Next’s internal headers, and preserves those of its router', async () => {
    const routerHeaders = {
      rsc: '1',
      'next-router-prefetch': '1',
      'next-router-state-tree': '[]',
      'next-url': '/',
      'next-action': 'a',
      'x-deployment-id': '1',
    }
    const internalHeaders = Object.fromEntries(
      [
        'x-prerender-revalidate',
        'x-prerender-revalidate-if-generated',
        'x-next-revalidated-tags',
        'x-next-revalidate-tag-token',
        'x-next-cache-tags',
        'x-next-resume-state-length',
        'x-nextjs-data',
        'x-middleware-subrequest',
        'x-middleware-rewrite',
        'x-matched-path',
        'x-now-route-matches',
        'x-invoke-path',
        'x-invocation-id',
        'x-action-forwarded',
        'next-resume',
      ].map((name) => [name, 'x']),
    )
    const { headers } = await send('/', { ...routerHeaders, ...internalHeaders })
    expect(headers).toMatchObject(routerHeaders)
    expect(Object.keys(headers).filter((name) => name in internalHeaders)).toEqual([])
  })

  it('removes an empty action header, which would make Next throw', async () => {
    expect((await send('/', { 'next-action': '' })).headers).not.toHaveProperty('next-action')
  })

  it.each([
    'TRACE /about?token=SECRET',
    'TRACE /api/ready',
    'OPTIONS /social/home',
    'OPTIONS /api/../sitemap.xml',
    'PATCH /api/%2e%2e/robots.txt',
  ])('rewrites %s to a request that Next rejects with 405', async (requestLine) => {
    const socket = connect(getPort(), '127.0.0.1')
    socket.write(`${requestLine} HTTP/1.1\r\nHost: site\r\nRSC: 1\r\nConnection: close\r\n\r\n`)
    expect(await text(socket)).toContain('{"method":"PUT","url":"/api/health","headers":{"host":"site"}}')
  })

  it('preserves the method of a request to an API route', async () => {
    const socket = connect(getPort(), '127.0.0.1')
    socket.write('OPTIONS /api/ready?a=b HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toContain('"method":"OPTIONS"')
  })

  it('prevents shared caches from storing responses to segment prefetches', async () => {
    expect((await send('/', { 'next-router-segment-prefetch': '/_tree' })).cachePolicy).toBe(
      'private, no-cache',
    )
    expect((await send('/')).cachePolicy).toBeUndefined()
  })
})
