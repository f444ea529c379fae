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
import { ensureProgram } from '../../scripts/lib/packages.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { createVersionFolder, startProxy } from '../support/proxy.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

/** Starts a site that responds with the request's URL. */
async function startSite(host: string, port: number): Promise<void> {
  const site = createServer((_, response) => response.end(host)).listen(port, host)
  await once(site, 'listening')
  undo.push(() => site.close())
}

/** Starts a DNS server that returns one IP for all names. */
async function startNames(current: () => string): Promise<string> {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    // The name of the query, type A, class IN, and a TTL of ten minutes, as Docker's.
    const result = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 2, 88, 0, 4, ...current().split('.').map(Number)])
    server.send(Buffer.concat([header, question, result]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  undo.push(() => server.close())
  return `127.0.0.1:${server.address().port}`
}

function generations(): string {
  const folder = createVersionFolder()
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the site is found when its next container has another IP', async () => {
  const port = await findFreePort()
  let current = '127.0.0.1'
  await startSite('127.0.0.1', port)
  await startSite('127.0.0.2', port)
  const proxy = await startProxy(`site:${port}`, generations(), { resolver: await startNames(() => current) })
  undo.push(proxy.stop)
  const get = async (path: string) => (await fetch(`${proxy.origin}${path}`)).text()
  expect([await get('/'), await get('/api/health')]).toEqual(['127.0.0.1', '127.0.0.1'])
  current = '127.0.0.2'
  for (const path of ['/', '/api/health']) {
    await expect.poll(() => get(path), { timeout: 10_000 }).toBe('127.0.0.2')
  }
})

/** The lines that docs/self-hosting.md has for certificates. */
function tlsLines(): string {
  const [, lines] =
    /^ *```nginx\n(.*?)^ *```$/ms.exec(readFileSync(inRoot('docs', 'self-hosting.md'), 'utf8')) ?? []
  if (!lines?.includes('ssl_certificate'))
    throw new Error('docs/self-hosting.md has no lines for certificates.')
  return lines
}

test('with a certificate it speaks HTTP/2, and redirects clients without encryption', async () => {
  const tls = mkdtempSync(join(tmpdir(), 'tls-'))
  undo.push(() => rmSync(tls, { recursive: true, force: true }))
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(tls, 'privkey.pem')]
  const certificate = ['-x509', '-subj', '/CN=localhost', '-days', '1', '-out', join(tls, 'fullchain.pem')]
  execFileSync(await ensureProgram('openssl'), ['req', ...certificate, ...key], { stdio: 'ignore' })
  const [sitePort, port] = [await findFreePort(), await findFreePort()]
  const lines = tlsLines().replaceAll('/etc/nginx/tls', tls).replaceAll('8443', String(port))
  writeFileSync(join(tls, 'site.conf'), lines)
  await startSite('127.0.0.1', sitePort)
  const proxy = await startProxy(`127.0.0.1:${sitePort}`, generations(), { tls })
  undo.push(proxy.stop)

  for (const address of ['127.0.0.1', '[::1]']) {
    const ca = readFileSync(join(tls, 'fullchain.pem'))
    const client = connect(`https://${address}:${port}`, { ca, servername: 'localhost' })
    undo.push(() => client.close())
    expect(await text(client.request({ ':path': '/' })), address).toBe('127.0.0.1')
  }
  const plain = await fetch(`${proxy.origin}/about?a=b`, { redirect: 'manual' })
  expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://localhost/about?a=b'])
})
