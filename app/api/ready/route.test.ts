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
