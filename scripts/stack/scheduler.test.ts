import { beforeEach, expect, it, vi } from 'vitest'
import vercel from '../../vercel.json' with { type: 'json' }
import { startScheduler } from './scheduler.ts'

const minuteMs = 60_000
const fetchMock = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
  fetchMock.mockImplementation(async () => new Response('{}'))
})

// Returns the minutes between two calls: 1 for the schedule `* * * * *`, 10 for `*/10 * * * *`.
function getIntervalMinutes(schedule: string): number {
  const [, every] = /^\*(?:\/(\d+))?(?: \*){4}$/.exec(schedule) ?? []
  return Number(every ?? 1)
}

it('calls each URL as often as Vercel does, starting after one interval', async () => {
  const stop = startScheduler('https://example.com', 'secret')
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  stop()
  const calledUrls = fetchMock.mock.calls.map(([url]) => String(url))
  for (const { path, schedule } of vercel.crons) {
    const times = calledUrls.filter((url) => url === `https://example.com${path}`)
    expect(times, path).toHaveLength(60 / getIntervalMinutes(schedule))
  }
  expect(new Set(calledUrls).size).toBe(vercel.crons.length)
  expect(fetchMock.mock.calls[0]?.[1]).toEqual({ headers: { Authorization: 'Bearer secret' } })
})

it('continues while the site does not respond, until the scheduler is stopped', async () => {
  fetchMock.mockRejectedValue(new Error('away'))
  const stop = startScheduler('https://example.com', 'secret')
  await vi.advanceTimersByTimeAsync(5 * minuteMs)
  expect(fetchMock).toHaveBeenCalledTimes(5)
  stop()
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  expect(fetchMock).toHaveBeenCalledTimes(5)
})
