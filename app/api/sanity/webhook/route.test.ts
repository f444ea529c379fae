import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const expiredTags = vi.hoisted((): [string, unknown][] => [])
vi.mock('next/cache', () => ({
  revalidateTag: (tag: string, profile: unknown) => expiredTags.push([tag, profile]),
}))

const secret = 'a-secret-of-enough-characters'
vi.mock('@/lib/env', () => ({ environment: () => ({ SANITY_WEBHOOK_SECRET: secret }) }))

const workAfterResponse: (() => unknown)[] = []
vi.mock('next/server', () => ({ after: (work: () => unknown) => workAfterResponse.push(work) }))
const syncPublishedOffer = vi.fn()
let billing: string | undefined
vi.mock('@/lib/membership/context', () => ({ getBillingIfConfigured: async () => billing }))
vi.mock('@/lib/membership/offer/catalog', () => ({ syncPublishedOffer }))

let isReachable = true
vi.mock('@/lib/content/reading/client', () => ({ isContentReachable: async () => isReachable }))

const { POST } = await import('./route')

const sign = (body: string, signedWith = secret, signedAt = Date.now()) =>
  encodeSignatureHeader(body, signedAt, signedWith)

/** Sends a body with the given `signature`; with a valid one by default, and with none if it is null. */
async function send(body: string, signature?: string | null) {
  const header = signature === undefined ? await sign(body) : signature
  const headers = new Headers(header === null ? {} : { [SIGNATURE_HEADER_NAME]: header })
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
    expiredTags.length = 0
    isReachable = true
    billing = 'billing'
    workAfterResponse.length = 0
    globalThis.contentPageCache = {
      expire: async (tags) => {
        for (const tag of tags) expiredTags.push([tag, 'awaited renders'])
      },
      hasExpired: () => false,
    }
  })
  afterEach(() => {
    globalThis.contentPageCache = undefined
  })

  it('immediately expires exactly the tag of the changed document', async () => {
    const response = await send(change)
    expect(response.status).toBe(200)
    expect(expiredTags).toEqual([
      ['content:homePage', 'awaited renders'],
      ['content:homePage', { expire: 0 }],
    ])
  })

  it('expires the tags when a failed delivery is retried', async () => {
    isReachable = false
    expect((await send(change)).status).toBe(503)
    isReachable = true
    expect((await send(change)).status).toBe(200)
    expect(messages).toEqual(['content_unreachable', 'webhook: expired content:homePage'])
  })

  it('expires the tags again after in-flight renders have finished, on a host with its own page cache', async () => {
    globalThis.contentPageCache = undefined
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    await send(change)
    const secondExpiry = Promise.all(workAfterResponse.map((work) => work()))
    expect(expiredTags).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(15_000)
    await secondExpiry
    expect(expiredTags).toEqual([
      ['content:homePage', { expire: 0 }],
      ['content:homePage', { expire: 0 }],
    ])
  })

  it('expires the tag of the announcement list too when an announcement changes', async () => {
    await send(JSON.stringify({ _id: 'a1', _type: 'announcement' }))
    expect(new Set(expiredTags.map(([tag]) => tag))).toEqual(new Set(['content:a1', 'content:announcements']))
  })

  it('synchronizes a published offer with Stripe after the response, but no other document', async () => {
    await send(change)
    expect(workAfterResponse).toHaveLength(0)
    await send(JSON.stringify({ _id: 'offer', _type: 'offer' }))
    expect(syncPublishedOffer).not.toHaveBeenCalled()
    for (const work of workAfterResponse) await work()
    expect(syncPublishedOffer).toHaveBeenCalledExactlyOnceWith('billing')
  })

  it('responds with 200 to a published offer on a site without Stripe', async () => {
    billing = undefined
    expect((await send(JSON.stringify({ _id: 'offer', _type: 'offer' }))).status).toBe(200)
    expect(workAfterResponse).toHaveLength(0)
  })

  it.each([
    ['no signature', async () => null, 'signature_missing'],
    ['a malformed signature', async () => 'nonsense', 'signature_invalid'],
    [
      'a signature made with a different secret',
      () => sign(change, 'another-secret-of-length'),
      'signature_invalid',
    ],
    ['the signature of a different body', () => sign('{}'), 'signature_invalid'],
    ['an expired signature', () => sign(change, secret, Date.now() - 3_600_000), 'signature_expired'],
  ])('rejects %s, expires nothing, and logs only the reason', async (_, createSignature, code) => {
    const response = await send(change, await createSignature())
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: { code } })
    expect(expiredTags).toEqual([])
    expect(messages).toEqual([`webhook: refused (${code})`])
  })

  it.each([
    ['a body that is not JSON', '{', 400, 'body_invalid'],
    ['a body without an id', '{"_type":"homePage"}', 400, 'body_invalid'],
    ['a body that is too large', 'x'.repeat(10_001), 413, 'body_too_large'],
  ])('rejects %s and expires nothing', async (_, body, status, code) => {
    const response = await send(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ error: { code } })
    expect(expiredTags).toEqual([])
  })

  it('responds with 503 while the Content Lake is unreachable, and expires nothing', async () => {
    isReachable = false
    expect((await send(change)).status).toBe(503)
    expect(expiredTags).toEqual([])
  })
})
