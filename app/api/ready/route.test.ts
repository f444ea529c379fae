import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('next/server', () => ({ connection: async () => {}, after: () => {} }))
/** Replaces the cache, so that each call sends a query. */
const loadSettings = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('@/lib/content/settings', () => ({ loadSettings }))
vi.mock('@/lib/membership/context', () => ({ getBillingIfConfigured: async () => undefined }))

let reachable = true
const requested = vi.fn(async () => reachable)
vi.mock('@/lib/content/client', () => ({ isContentReachable: requested }))

const { GET } = await import('./route')
const ready = async () => (await GET(new Request('http://localhost/api/ready'))).json()

beforeEach(() => {
  vi.useFakeTimers()
  requested.mockClear()
  loadSettings.mockClear()
})
afterEach(() => vi.useRealTimers())

it('responds 503 until it has content, and 200 soon after', async () => {
  loadSettings.mockRejectedValueOnce(new Error('away'))
  expect(await ready()).toEqual({ error: { code: 'not_ready' } })
  vi.advanceTimersByTime(6000)
  expect(await ready()).toMatchObject({ status: 'ready' })
})

it('queries the Content Lake once a minute at most, also where no cache stores its content', async () => {
  for (let second = 0; second < 3600; second += 1) {
    await ready()
    vi.advanceTimersByTime(1000)
  }
  expect(requested.mock.calls.length + loadSettings.mock.calls.length).toBeLessThanOrEqual(60)
})

it('soon reports that the Content Lake responds again', async () => {
  vi.advanceTimersByTime(7_200_000)
  reachable = false
  expect(await ready()).toMatchObject({ status: 'ready', content: 'unreachable' })
  reachable = true
  vi.advanceTimersByTime(6000)
  expect(await ready()).toMatchObject({ status: 'ready', content: 'ok' })
})

it('reports how long ago webhooks and the scheduler were last accepted', async () => {
  const { recordRun } = await import('@/lib/api/lastRuns')
  globalThis.lastRuns = undefined
  expect(await ready()).toMatchObject({ content_webhook_age_seconds: null, scheduler_age_seconds: null })
  recordRun('content_webhook')
  vi.advanceTimersByTime(90_000)
  recordRun('scheduler')
  expect(await ready()).toMatchObject({
    content_webhook_age_seconds: 90,
    stripe_webhook_age_seconds: null,
    scheduler_age_seconds: 0,
  })
})
