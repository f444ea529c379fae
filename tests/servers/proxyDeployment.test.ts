import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from 'local-cloud/testing/ports'
import { afterEach, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { ensureProgram } from '../../scripts/test/programs.ts'
import { startProxy } from '../support/proxy.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

/** Starts a site that responds with its own IP. */
async function startSite(host: string, port: number): Promise<void> {
  const site = createServer((_, response) => response.end(host)).listen(port, host)
  await once(site, 'listening')
  cleanups.push(() => site.close())
}

/** Starts a DNS server that returns one IP for all names. */
async function startNameServer(getIp: () => string): Promise<string> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    // The name in the query, type A, class IN, and a TTL of ten minutes, as in Docker's responses.
    const result = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 2, 88, 0, 4, ...getIp().split('.').map(Number)])
    server.send(Buffer.concat([header, question, result]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  cleanups.push(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

test('the proxy reaches the site after a new container gets a different IP', async () => {
  const port = await findFreePort()
  let ip = '127.0.0.1'
  await startSite('127.0.0.1', port)
  await startSite('127.0.0.2', port)
  const proxy = await startProxy(`site:${port}`, { resolver: await startNameServer(() => ip) })
  cleanups.push(proxy.stop)
  const requestText = async (path: string) => (await fetch(`${proxy.origin}${path}`)).text()
  expect([await requestText('/'), await requestText('/api/health')]).toEqual(['127.0.0.1', '127.0.0.1'])
  ip = '127.0.0.2'
  for (const path of ['/', '/api/health']) {
    await expect.poll(() => requestText(path), { timeout: 10_000 }).toBe('127.0.0.2')
  }
})

test('segment prefetches bypass the cache, so that concurrent ones do not wait for each other', async () => {
  const port = await findFreePort()
  await startSite('127.0.0.1', port)
  const proxy = await startProxy(`127.0.0.1:${port}`)
  cleanups.push(proxy.stop)
  const readCacheStatus = async (headers: Record<string, string>) =>
    (await fetch(`${proxy.origin}/about?_rsc=a`, { headers })).headers.get('x-cache')
  expect(await readCacheStatus({ rsc: '1' })).toBe('MISS')
  // Without the bypass, nginx would send requests with the same key half a second apart (`proxy_cache_lock`).
  const segmentHeaders = { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' }
  expect(await readCacheStatus(segmentHeaders)).toBe('BYPASS')
})

/** Reads nginx's TLS configuration from docs/self-hosting.md. */
function readTlsConfiguration(): string {
  const [, configuration] =
    /^ *```nginx\n(.*?)^ *```$/ms.exec(readFileSync(inRoot('docs', 'self-hosting.md'), 'utf8')) ?? []
  if (!configuration?.includes('ssl_certificate'))
    throw new Error('docs/self-hosting.md has no TLS configuration for nginx.')
  return configuration
}

test('with a certificate, the proxy serves HTTP/2 and redirects HTTP to HTTPS', async () => {
  const tls = mkdtempSync(join(tmpdir(), 'tls-'))
  cleanups.push(() => rmSync(tls, { recursive: true, force: true }))
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(tls, 'privkey.pem')]
  const certificate = ['-x509', '-subj', '/CN=localhost', '-days', '1', '-out', join(tls, 'fullchain.pem')]
  execFileSync(await ensureProgram('openssl'), ['req', ...certificate, ...key], { stdio: 'ignore' })
  const [sitePort, port] = [await findFreePort(), await findFreePort()]
  const configuration = readTlsConfiguration()
    .replaceAll('/etc/nginx/tls', tls)
    .replaceAll('8443', String(port))
  writeFileSync(join(tls, 'site.conf'), configuration)
  await startSite('127.0.0.1', sitePort)
  const proxy = await startProxy(`127.0.0.1:${sitePort}`, { tls })
  cleanups.push(proxy.stop)

  for (const ip of ['127.0.0.1', '[::1]']) {
    const ca = readFileSync(join(tls, 'fullchain.pem'))
    const client = connect(`https://${ip}:${port}`, { ca, servername: 'localhost' })
    cleanups.push(() => client.close())
    expect(await text(client.request({ ':path': '/' })), ip).toBe('127.0.0.1')
  }
  const redirected = await fetch(`${proxy.origin}/about?a=b`, { redirect: 'manual' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    301,
    'https://localhost/about?a=b',
  ])
})
