import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('next/server', () => ({ connection: async () => {}, after: () => {} }))
vi.mock('@/lib/content/settings', () => ({ loadSettings: async () => ({}) }))
vi.mock('@/lib/membership/context', () => ({ billingIfSetUp: async () => undefined }))

let reachable = true
const asked = vi.fn(async () => reachable)
vi.mock('@/lib/content/client', () => ({ contentIsReachable: asked }))

const { GET } = await import('./route')
const ready = async () => (await GET(new Request('http://localhost/api/ready'))).json()

beforeEach(() => {
  vi.useFakeTimers()
  asked.mockClear()
})
afterEach(() => vi.useRealTimers())

it('asks the Content Lake once a minute at most, however often it is asked', async () => {
  for (let second = 0; second < 3600; second += 1) {
    await ready()
    vi.advanceTimersByTime(1000)
  }
  expect(asked.mock.calls.length).toBeLessThanOrEqual(60)
})

it('soon says that a failing lake answers again', async () => {
  vi.advanceTimersByTime(3_600_000)
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
