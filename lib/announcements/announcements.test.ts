import { beforeEach, expect, it, vi } from 'vitest'

const fetchPublished = vi.hoisted(() => vi.fn())
const expireTags = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('@/lib/content/reading/published', () => ({ fetchPublished }))
vi.mock('@/lib/content/reading/expireTags', () => ({ expireTags }))
vi.mock('@/lib/content/reading/load', () => ({}))

const minuteMs = 60_000
const banner = { _id: 'banner', start: '2027-11-26T08:00:00Z', end: '2027-11-30T08:00:00Z' }

/** Simulates the start of a process: imports the module again, at the given time. Returns its `expireDuePages`. */
async function startProcessAt(time: string): Promise<() => Promise<boolean>> {
  vi.resetModules()
  vi.setSystemTime(time)
  return (await import('./announcements')).expireDuePages
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  fetchPublished.mockResolvedValue([banner])
})

it('expires pages once after an announcement starts, and once after it ends', async () => {
  const expireDuePages = await startProcessAt('2027-11-26T07:58:30Z')
  const expiredAt: string[] = []
  for (let minutes = 0; minutes < 5 * 24 * 60; minutes += 1) {
    if (await expireDuePages()) expiredAt.push(new Date().toISOString())
    vi.setSystemTime(Date.now() + minuteMs)
  }
  expect(expiredAt).toEqual(['2027-11-26T08:00:30.000Z', '2027-11-30T08:00:30.000Z'])
  expect(expireTags).toHaveBeenCalledTimes(2)
})

it('expires pages in the first call after a restart during which an announcement ended', async () => {
  const expireBeforeRestart = await startProcessAt('2027-11-30T07:59:30Z')
  await expireBeforeRestart()
  expireTags.mockReset()
  const expireAfterRestart = await startProcessAt('2027-11-30T08:09:00Z')
  expect([await expireAfterRestart(), await expireAfterRestart()]).toEqual([true, false])
  expect(expireTags).toHaveBeenCalledOnce()
})

it('checks the last ten minutes in the first call of a process', async () => {
  expect(await (await startProcessAt('2027-11-30T08:09:00Z'))()).toBe(true)
  expect(await (await startProcessAt('2027-11-30T08:11:00Z'))()).toBe(false)
})

it('expires pages in the next call after a failure', async () => {
  const expireDuePages = await startProcessAt('2027-11-30T08:00:30Z')
  expireTags.mockRejectedValueOnce(new Error('the cache is unreachable'))
  await expect(expireDuePages()).rejects.toThrow('unreachable')
  expect(await expireDuePages()).toBe(true)
})
