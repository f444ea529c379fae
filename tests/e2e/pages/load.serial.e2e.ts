import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import {
  createAuthClient,
  createEmail,
  createUser,
  password,
  resetAccountSettings,
} from '../../support/accounts.ts'
import { listApiRoutes } from '../../support/apiRoutes.ts'
import { readMemoryBytes } from '../../support/memory.ts'
import { startSecondSite } from '../../support/secondSite.ts'
import { type UploadResult, upload } from '../../support/upload.ts'

const concurrentRequests = 50
const largeBodyBytes = 100_000_000

/**
 * The allowed growth of the server's memory. A server that stored a large body would grow by several times its size.
 * Smaller growth is garbage that Node has not collected.
 */
const maxGrowthBytes = largeBodyBytes

const encodeTokenPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A well-formed, unexpired token with an invalid signature. */
const forgedToken = `${encodeTokenPart({ alg: 'HS256', typ: 'JWT' })}.${encodeTokenPart({ sub: 'nobody', exp: 4_000_000_000 })}.c2lnbmF0dXJl`

/** Headers with invalid signatures of Stripe and the Content Lake. */
const invalidSignatures = {
  'Stripe-Signature': `t=1,v1=${'0'.repeat(64)}`,
  'Sanity-Webhook-Signature': `t=1,v1=${'0'.repeat(43)}`,
}

/** Creates headers of requests that imitate a page, a vendor or the scheduler. */
const createHeaders = (accessToken: string): Record<string, string>[] => [
  {},
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` },
  { 'Content-Type': 'application/json', Authorization: `Bearer ${forgedToken}` },
  { 'Content-Type': 'application/json', Authorization: 'Bearer of nothing' },
  invalidSignatures,
]

/** Fields of several routes, in one body. */
const fields = {
  session_id: 'cs_test_of_nobody',
  offer_version: 'of-no-offer',
  live: true,
  password: 'correct horse battery',
  _id: 'homePage',
  _type: 'homePage',
}

const bodies: (string | Buffer)[] = [
  '',
  '{',
  'null',
  JSON.stringify(fields),
  JSON.stringify({ ...fields, session_id: undefined, email: createEmail() }),
  JSON.stringify({ email: `\u0000${createEmail()}` }),
  '{"__proto__":{"email":"a@example.com"},"constructor":{"prototype":{"live":true}}}',
  `${'['.repeat(1900)}${']'.repeat(1900)}`,
  `{"session_id":${'9'.repeat(3900)}}`,
  Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
  'x'.repeat(60_000),
]

type RouteRequest = { method: string; path: string; headers: Record<string, string>; body: string | Buffer }

/** Sends a request. Resolves to the status, or to 0 when the connection is closed without a response. */
function send(origin: string, agent: Agent, { method, path, headers, body }: RouteRequest): Promise<number> {
  return new Promise((resolve) => {
    const lengthHeader = { 'Content-Length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...lengthHeader }, agent }
    const clientRequest = request(`${origin}${path}`, options, (response) => {
      response.on('error', () => {}).on('close', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    clientRequest.on('error', () => resolve(0))
    clientRequest.end(body)
  })
}

/** Signs in a new user and returns the session's access token. */
async function createAccessToken(): Promise<string> {
  const { email } = await createUser()
  const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

type Target = { origin: string; method: string; path: string }

/** Sends concurrent requests to a route and returns the statuses. */
function sendConcurrently({ origin, method, path }: Target, accessToken: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: false })
  const headers = createHeaders(accessToken)
  const statuses = Array.from({ length: concurrentRequests }, (_, index) =>
    send(origin, agent, {
      method,
      path: `${path}?redirectTo=//example.com&sanity-preview-secret=${index}`,
      // The concurrent requests come from different networks, so no rate limit applies.
      headers: { 'X-Forwarded-For': `198.51.100.${index}`, ...headers[index % headers.length] },
      body: bodies[index % bodies.length] ?? '',
    }),
  )
  return Promise.all(statuses)
}

/** Sends a large body to a route, in chunks and without a `Content-Length`. */
function sendLargeBody({ origin, method, path }: Target, accessToken: string): Promise<UploadResult> {
  const headers = { Authorization: `Bearer ${accessToken}`, ...invalidSignatures }
  return upload({ origin, method, path, headers, framing: 'chunks', bytes: largeBodyBytes })
}

/**
 * Requests the home page as a visitor and the health check as a load balancer, until the returned function is called. The
 * function resolves to the statuses and the server's largest memory use.
 */
function startOtherClients(origin: string, pid: number) {
  const result = { statuses: new Set<number>(), maxMemoryBytes: 0 }
  let isStopped = false
  const sendRequests = async () => {
    while (!isStopped) {
      for (const path of ['/', '/api/health']) {
        const response = await fetch(`${origin}${path}`)
        await response.arrayBuffer()
        result.statuses.add(response.status)
      }
      result.maxMemoryBytes = Math.max(result.maxMemoryBytes, readMemoryBytes(pid))
    }
    return result
  }
  const finished = sendRequests()
  return () => {
    isStopped = true
    return finished
  }
}

const targets = listApiRoutes().flatMap(({ path, methods }) => methods.map((method) => ({ path, method })))

test('under many requests and a large body, each route needs less memory than the body, and the home page responds', {
  tag: '@nightly',
}, async () => {
  test.setTimeout(300_000)
  await resetAccountSettings()
  const { origin, pid, stop } = await startSecondSite({})
  try {
    // The first requests load modules, and the first large bodies allocate buffers. Both remain in memory.
    for (const target of targets) await sendConcurrently({ origin, ...target }, await createAccessToken())
    for (let count = 0; count < 3; count += 1) await sendLargeBody({ origin, method: 'POST', path: '/' }, '')
    const initialMemoryBytes = readMemoryBytes(pid)
    for (const target of targets) {
      const name = `${target.method} ${target.path}`
      const accessToken = await createAccessToken()
      const memoryBeforeBytes = readMemoryBytes(pid)
      const stopOtherClients = startOtherClients(origin, pid)
      const [statuses] = await Promise.all([
        sendConcurrently({ origin, ...target }, accessToken),
        sendLargeBody({ origin, ...target }, accessToken),
      ])
      const otherClients = await stopOtherClients()
      expect.soft([...otherClients.statuses], `other requests during ${name}`).toEqual([200])
      expect
        .soft(
          Math.max(otherClients.maxMemoryBytes, readMemoryBytes(pid)) - memoryBeforeBytes,
          `memory growth of ${name}`,
        )
        .toBeLessThan(maxGrowthBytes)
      expect.soft(Math.max(...statuses), name).toBeLessThan(500)
    }
    // Node frees memory while it is idle, so growth that remains is a leak.
    await expect
      .poll(() => readMemoryBytes(pid) - initialMemoryBytes, {
        message: 'memory growth of all',
        timeout: 60_000,
      })
      .toBeLessThan(maxGrowthBytes)
  } finally {
    await stop()
  }
})
