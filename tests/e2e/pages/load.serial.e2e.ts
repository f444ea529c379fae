import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import { createAuthClient, createEmail, createUser, password, resetAccounts } from '../../support/accounts.ts'
import { listApiRoutes } from '../../support/apiRoutes.ts'
import { readMemoryBytes } from '../../support/memory.ts'
import { startSecondSite } from '../../support/secondSite.ts'
import { type UploadResult, upload } from '../../support/upload.ts'

/** The number of concurrent requests, and the body of one more. Bytes. */
const callers = 50
const largeBody = 100_000_000

/**
 * The allowed growth of the server's memory: the size of one such body, of which a server that stored it would have
 * several copies. Smaller growth is garbage. Bytes.
 */
const mayGrow = largeBody

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A well-formed, unexpired token with an invalid signature. */
const forged = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'nobody', exp: 4_000_000_000 })}.c2lnbmF0dXJl`

/** Requests that imitate Stripe and the Content Lake, without their signatures. */
const signatures = {
  'Stripe-Signature': `t=1,v1=${'0'.repeat(64)}`,
  'Sanity-Webhook-Signature': `t=1,v1=${'0'.repeat(43)}`,
}

/** Requests that imitate a page, a vendor or the scheduler. */
const headersWith = (session: string): Record<string, string>[] => [
  {},
  { 'Content-Type': 'application/json' },
  { 'Content-Type': 'application/json', Authorization: `Bearer ${session}` },
  { 'Content-Type': 'application/json', Authorization: `Bearer ${forged}` },
  { 'Content-Type': 'application/json', Authorization: 'Bearer of nothing' },
  signatures,
]

/** A body with the fields of every route. */
const fields = {
  session_id: 'cs_test_of_nobody',
  offer_version: 'of-no-offer',
  live: true,
  password: 'correct horse battery',
  claim: '0'.repeat(32),
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

type Call = { method: string; path: string; headers: Record<string, string>; body: string | Buffer }

/** Sends a whole request and returns the status; 0 when the connection was closed instead. */
function send(origin: string, agent: Agent, { method, path, headers, body }: Call): Promise<number> {
  return new Promise((resolve) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...length }, agent }
    const sent = request(`${origin}${path}`, options, (response) => {
      response.on('error', () => {}).on('close', () => resolve(response.statusCode ?? 0))
      response.resume()
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** Signs in a new user and returns the session's token. */
async function newSession(): Promise<string> {
  const { email } = await createUser()
  const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

type Target = { origin: string; method: string; path: string }

/** Sends concurrent requests to a route and returns the statuses. */
function callAll({ origin, method, path }: Target, session: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: false })
  const headers = headersWith(session)
  const calls = Array.from({ length: callers }, (_, index) =>
    send(origin, agent, {
      method,
      path: `${path}?redirectTo=//example.com&sanity-preview-secret=${index}`,
      // Each from another network, so that no rate limit refuses it.
      headers: { 'X-Forwarded-For': `198.51.100.${index}`, ...headers[index % headers.length] },
      body: bodies[index % bodies.length] ?? '',
    }),
  )
  return Promise.all(calls)
}

/** Sends a route a chunked body of unknown length. */
function sendLarge({ origin, method, path }: Target, session: string): Promise<UploadResult> {
  const headers = { Authorization: `Bearer ${session}`, ...signatures }
  return upload({ origin, method, path, headers, framing: 'chunks', bytes: largeBody })
}

/** Sends requests as a visitor and as a load balancer, alternately, until stopped. */
function requestMeanwhile(origin: string, pid: number) {
  const seen = { statuses: new Set<number>(), memory: 0 }
  let isOver = false
  const query = async () => {
    while (!isOver) {
      for (const path of ['/', '/api/health']) {
        const response = await fetch(`${origin}${path}`)
        await response.arrayBuffer()
        seen.statuses.add(response.status)
      }
      seen.memory = Math.max(seen.memory, readMemoryBytes(pid))
    }
    return seen
  }
  const requesting = query()
  return () => {
    isOver = true
    return requesting
  }
}

const targets = listApiRoutes().flatMap(({ path, methods }) => methods.map((method) => ({ path, method })))

test('each route has flat memory under many clients and an endless body, and serves others', {
  tag: '@all',
}, async () => {
  test.setTimeout(300_000)
  await resetAccounts()
  const { origin, pid, stop } = await startSecondSite({})
  try {
    // Memory of modules that load and compile with the first requests stays, and so do the buffers of discarded
    // bodies.
    for (const target of targets) await callAll({ origin, ...target }, await newSession())
    for (let count = 0; count < 3; count += 1) await sendLarge({ origin, method: 'POST', path: '/' }, '')
    const first = readMemoryBytes(pid)
    for (const target of targets) {
      const name = `${target.method} ${target.path}`
      const session = await newSession()
      const before = readMemoryBytes(pid)
      const stopRequests = requestMeanwhile(origin, pid)
      const [statuses] = await Promise.all([
        callAll({ origin, ...target }, session),
        sendLarge({ origin, ...target }, session),
      ])
      const others = await stopRequests()
      expect.soft([...others.statuses], `others during ${name}`).toEqual([200])
      expect
        .soft(Math.max(others.memory, readMemoryBytes(pid)) - before, `memory of ${name}`)
        .toBeLessThan(mayGrow)
      expect.soft(Math.max(...statuses), name).toBeLessThan(500)
    }
    // Node returns memory when it is idle, so what stays is a leak.
    await expect
      .poll(() => readMemoryBytes(pid) - first, { message: 'memory of all', timeout: 60_000 })
      .toBeLessThan(mayGrow)
  } finally {
    await stop()
  }
})
