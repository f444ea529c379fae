import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { type SiteProxy, startProxy } from '../support/proxy.ts'

/** The requests that the stub site received. */
let siteRequests: string[] = []
/** A promise that the stub awaits before it responds to requests below `/api/`. */
let responseBlock: Promise<void> | undefined

const site = createServer(async (incoming, outgoing) => {
  siteRequests.push(`${incoming.method} ${incoming.url}`)
  if (incoming.url?.startsWith('/api/')) await responseBlock
  outgoing.setHeader('Cache-Control', 's-maxage=240').end('page')
})
const tls = mkdtempSync(join(tmpdir(), 'tls-'))
let proxy: SiteProxy

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const address = site.address()
  // Configures nginx as if it were behind another proxy (docs/self-hosting.md): a header identifies the client.
  writeFileSync(join(tls, 'proxy.conf'), 'set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;')
  proxy = await startProxy(`127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, { tls })
})
beforeEach(() => {
  siteRequests = []
  responseBlock = undefined
})
afterAll(async () => {
  await proxy.stop()
  site.closeAllConnections()
  site.close()
  rmSync(tls, { recursive: true, force: true })
})

const requestStatus = async (path: string, ip: string) => {
  const response = await fetch(`${proxy.origin}${path}`, { headers: { 'X-Real-IP': ip } })
  await response.text()
  return response.status
}

test.each([
  ['an IPv4 address', '203.0.113.1', '203.0.113.1', '203.0.113.2'],
  ['the first 64 bits of an IPv6 address', '2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::1'],
  ['a 64-bit IPv6 prefix that ends with zeros', '2001:db8::1', '2001:db8::2:1', '2001:db8:0:1::1'],
])('a client network can have at most 100 requests in flight: %s', async (_, ip, neighborIp, otherIp) => {
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  responseBlock = promise
  const requests = Array.from({ length: 100 }, (_, index) => requestStatus(`/api/${index}`, ip))
  await expect.poll(() => siteRequests.length, { timeout: 20_000 }).toBe(100)
  expect(await requestStatus('/', neighborIp)).toBe(429)
  expect(await requestStatus('/', otherIp)).toBe(200)
  respond()
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]))
  await expect.poll(() => requestStatus('/', neighborIp)).toBe(200)
})

test('a client network that requests too many uncached pages gets 429', async () => {
  for (let round = 0; round < 12; round += 1) {
    const requests = Array.from({ length: 50 }, () => requestStatus('/cached', '203.0.113.9'))
    expect(new Set(await Promise.all(requests))).toEqual(new Set([200]))
  }
  const statuses = new Set<number>()
  for (let round = 0; !statuses.has(429); round += 1) {
    const paths = Array.from({ length: 50 }, (_, index) => `/page?${round}=${index}`)
    for (const status of await Promise.all(paths.map((path) => requestStatus(path, '203.0.113.9'))))
      statuses.add(status)
    expect(await requestStatus(`/page?other=${round}`, '203.0.113.10')).toBe(200)
  }
  expect(statuses).toEqual(new Set([200, 429]))
}, 60_000)

/** Opens connections, fifty at a time, from an IP that is not the visitor's, and sends the same text on each. */
async function openSockets(count: number, text: string): Promise<Socket[]> {
  const port = Number(new URL(proxy.origin).port)
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: 50 }, () => connect(port, '::1'))
    await Promise.all(batch.map((socket) => once(socket, 'connect')))
    for (const socket of batch) socket.on('error', () => {}).write(text)
    sockets.push(...batch)
  }
  return sockets
}

/** Loads the home page with an agent. Resolves to the response, or rejects when the connection is reset. */
function loadHome(agent: Agent): Promise<IncomingMessage> {
  const url = new URL(proxy.origin)
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: url.port, agent }, (response) => {
      response.resume().on('end', () => resolve(response))
    }).on('error', reject)
  })
}

/** Reads the proxy's memory limit, in bytes, from deploy/compose.yaml. */
function readMemoryLimit(): number {
  const compose = readFileSync(inRoot('deploy', 'compose.yaml'), 'utf8')
  const [, size, unit] = /^ {2}proxy:\n.*?^ {4}mem_limit: (\d+)([mg])$/ms.exec(compose) ?? []
  return Number(size) * 2 ** (unit === 'g' ? 30 : 20)
}

/** The approximate number of connections that a client can open with the default range of ephemeral ports. */
const clientConnections = 28_000

const longHeader = `X-Long: ${'a'.repeat(7000)}\r\n`

test.each([
  ['headers', 'G'],
  ['long headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${longHeader.repeat(4)}`],
  ['bodies', 'POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1'],
])(
  'a client that slowly sends %s neither exhausts memory nor resets other clients’ connections',
  async (_, text) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sockets: Socket[] = []
    try {
      await loadHome(agent)
      const [visitorSocket] = Object.values(agent.freeSockets).flat()
      const initialBytes = proxy.readMemory()
      sockets.push(...(await openSockets(4500, text)))
      const bytesPerConnection = (proxy.readMemory() - initialBytes) / 4500
      expect(initialBytes + clientConnections * bytesPerConnection).toBeLessThan(readMemoryLimit())
      for (let load = 0; load < 10; load += 1) {
        expect((await loadHome(agent)).statusCode).toBe(200)
        expect((await loadHome(new Agent())).statusCode).toBe(200)
      }
      // The agent would have opened a new connection if the first one had been closed.
      expect(Object.values(agent.freeSockets).flat()[0] === visitorSocket).toBe(true)
      expect(siteRequests.filter((request) => request.startsWith('POST'))).toEqual([])
    } finally {
      for (const socket of sockets) socket.destroy()
      agent.destroy()
    }
  },
  60_000,
)
