import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('next/server', () => ({ connection: async () => {}, after: () => {} }))
/** Nothing is cached here, so each call counts as a query. */
const loadSettings = vi.hoisted(() => vi.fn(async () => ({})))
vi.mock('@/lib/content/reading/settings', () => ({ loadSettings }))
let database: { sql(statement: string): Promise<unknown[]> } | undefined
vi.mock('@/lib/membership/context', () => ({
  getBillingIfConfigured: async () => database && { database },
}))

let isReachable = true
const isContentReachable = vi.fn(async () => isReachable)
vi.mock('@/lib/content/reading/client', () => ({ isContentReachable }))

const { GET } = await import('./route')
const fetchState = async () => (await GET(new Request('http://localhost/api/ready'))).json()

beforeEach(() => void vi.useFakeTimers())

it('reports `not_ready` until content has been loaded, and `ready` soon after', async () => {
  loadSettings.mockRejectedValueOnce(new Error('unreachable'))
  expect(await fetchState()).toEqual({ error: { code: 'not_ready' } })
  vi.advanceTimersByTime(6000)
  expect(await fetchState()).toMatchObject({ status: 'ready' })
})

it('queries a reachable Content Lake at most once a minute', async () => {
  for (let second = 0; second < 3600; second += 1) {
    await fetchState()
    vi.advanceTimersByTime(1000)
  }
  expect(isContentReachable.mock.calls.length + loadSettings.mock.calls.length).toBeLessThanOrEqual(60)
})

it('reports within seconds that the Content Lake responds again', async () => {
  vi.advanceTimersByTime(7_200_000)
  isReachable = false
  expect(await fetchState()).toMatchObject({ status: 'ready', content: 'unreachable' })
  isReachable = true
  vi.advanceTimersByTime(6000)
  expect(await fetchState()).toMatchObject({ status: 'ready', content: 'ok' })
})

it('reports a database as unreachable if it denies the site’s role access to its tables', async () => {
  vi.advanceTimersByTime(14_400_000)
  database = {
    sql: async (statement) => {
      if (/\bfrom\b/.test(statement)) throw new Error('permission denied for table')
      return []
    },
  }
  expect(await fetchState()).toMatchObject({ status: 'ready', database: 'unreachable' })
  database = { sql: async () => [] }
  vi.advanceTimersByTime(6000)
  expect(await fetchState()).toMatchObject({ status: 'ready', database: 'ok' })
})

it('reports seconds since the last webhook and scheduler run, or null if there was none', async () => {
  const { recordRun } = await import('@/lib/api/lastRuns')
  globalThis.lastRuns = undefined
  expect(await fetchState()).toMatchObject({ content_webhook_age_seconds: null, scheduler_age_seconds: null })
  recordRun('content_webhook')
  vi.advanceTimersByTime(90_000)
  recordRun('scheduler')
  expect(await fetchState()).toMatchObject({
    content_webhook_age_seconds: 90,
    stripe_webhook_age_seconds: null,
    scheduler_age_seconds: 0,
  })
})
