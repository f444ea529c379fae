import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const expired = vi.hoisted((): [string, unknown][] => [])
vi.mock('next/cache', () => ({
  revalidateTag: (tag: string, profile: unknown) => expired.push([tag, profile]),
}))

const secret = 'a-secret-of-enough-characters'
vi.mock('@/lib/env', () => ({ environment: () => ({ SANITY_WEBHOOK_SECRET: secret }) }))

const afterwards: (() => unknown)[] = []
vi.mock('next/server', () => ({ after: (work: () => unknown) => afterwards.push(work) }))
const synced = vi.fn()
let billing: string | undefined
vi.mock('@/lib/membership/context', () => ({ getBillingIfConfigured: async () => billing }))
vi.mock('@/lib/membership/offer/offerChanges', () => ({ syncPublishedOffer: synced }))

let reachable = true
vi.mock('@/lib/content/client', () => ({ isContentReachable: async () => reachable }))

const { POST } = await import('./route')

async function send(body: string, signedWith: string | null = secret, at = Date.now(), key?: string) {
  const headers = new Headers(key ? { 'idempotency-key': key } : {})
  if (signedWith) headers.set(SIGNATURE_HEADER_NAME, await encodeSignatureHeader(body, at, signedWith))
  return POST(new Request('http://localhost/api/sanity/webhook', { method: 'POST', body, headers }))
}

const change = JSON.stringify({ _id: 'homePage', _type: 'homePage' })

/** The message of each log line. */
let messages: string[]

describe('POST /api/sanity/webhook', () => {
  beforeEach(() => {
    messages = []
    for (const method of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation((line) => messages.push(JSON.parse(String(line)).message))
    expired.length = 0
    reachable = true
    billing = 'billing'
    afterwards.length = 0
    synced.mockClear()
    globalThis.contentPageCache = {
      expire: async (tags) => {
        for (const tag of tags) expired.push([tag, 'and waited'])
      },
      hasExpired: () => false,
    }
  })
  afterEach(() => {
    globalThis.contentPageCache = undefined
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('expires exactly the tag of the changed document, at once', async () => {
    const response = await send(change)
    expect(response.status).toBe(200)
    expect(expired).toEqual([
      ['content:homePage', 'and waited'],
      ['content:homePage', { expire: 0 }],
    ])
  })

  it('handles a repeated delivery once, and one that failed again', async () => {
    reachable = false
    expect((await send(change, secret, Date.now(), 'first')).status).toBe(503)
    reachable = true
    await send(change, secret, Date.now(), 'first')
    expect(expired).toHaveLength(2)
    expect((await send(change, secret, Date.now(), 'first')).status).toBe(200)
    expect(expired).toHaveLength(2)
    await send(change, secret, Date.now(), 'second')
    expect(expired).toHaveLength(4)
    expect(messages).toEqual([
      'content_unreachable',
      'webhook: expired content:homePage',
      'webhook: repeated delivery; expired nothing',
      'webhook: expired content:homePage',
    ])
  })

  it.each([
    ['no signature', 'signature_missing', null, Date.now()],
    ['a signature by another secret', 'signature_invalid', 'another-secret-of-length', Date.now()],
    ['an expired signature', 'signature_expired', secret, Date.now() - 3_600_000],
  ])('logs one line for %s, with the reason and no content', async (_, code, signedWith, at) => {
    await send(change, signedWith, at)
    expect(messages).toEqual([`webhook: refused (${code})`])
  })

  it('expires the tags again after in-flight renders, on a host with its own page cache', async () => {
    globalThis.contentPageCache = undefined
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    await send(change)
    const later = Promise.all(afterwards.map((work) => work()))
    expect(expired).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    await later
    expect(expired).toEqual([
      ['content:homePage', { expire: 0 }],
      ['content:homePage', { expire: 0 }],
    ])
  })

  it('expires queries of all announcements with one announcement: a new one is in no result yet', async () => {
    await send(JSON.stringify({ _id: 'a1', _type: 'announcement' }))
    expect(new Set(expired.map(([tag]) => tag))).toEqual(new Set(['content:a1', 'content:announcements']))
  })

  it('gives only Stripe a published offer, after the response', async () => {
    await send(change)
    expect(afterwards).toHaveLength(0)
    await send(JSON.stringify({ _id: 'offer', _type: 'offer' }))
    expect(synced).not.toHaveBeenCalled()
    for (const work of afterwards) await work()
    expect(synced).toHaveBeenCalledExactlyOnceWith('billing')
  })

  it('serves an offer without Stripe', async () => {
    billing = undefined
    expect((await send(JSON.stringify({ _id: 'offer', _type: 'offer' }))).status).toBe(200)
    expect(afterwards).toHaveLength(0)
  })

  it.each([
    ['no signature', () => send(change, null), 401, 'signature_missing'],
    [
      'a signature by another secret',
      () => send(change, 'another-secret-of-length'),
      401,
      'signature_invalid',
    ],
    ['a body that is not JSON', () => send('{'), 400, 'body_invalid'],
    ['a body without an id', () => send('{"_type":"homePage"}'), 400, 'body_invalid'],
    ['a body that is too large', () => send('x'.repeat(10_001)), 413, 'body_too_large'],
  ])('refuses %s and expires nothing', async (_, attempt, status, code) => {
    const response = await attempt()
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: { code } })
    expect(expired).toEqual([])
  })

  it('requests a retry while the Content Lake cannot be read, and expires nothing', async () => {
    reachable = false
    expect((await send(change)).status).toBe(503)
    expect(expired).toEqual([])
  })

  it('refuses a body that was changed after signing', async () => {
    const signature = await encodeSignatureHeader(change, Date.now(), secret)
    const response = await POST(
      new Request('http://localhost/api/sanity/webhook', {
        method: 'POST',
        body: change.replace('homePage', 'aboutPage'),
        headers: { [SIGNATURE_HEADER_NAME]: signature },
      }),
    )
    expect(response.status).toBe(401)
    expect(expired).toEqual([])
  })

  it('refuses a malformed signature header', async () => {
    const response = await POST(
      new Request('http://localhost/api/sanity/webhook', {
        method: 'POST',
        body: change,
        headers: { [SIGNATURE_HEADER_NAME]: 'nonsense' },
      }),
    )
    expect(response.status).toBe(401)
  })
})
