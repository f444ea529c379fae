import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const published = vi.hoisted(() => vi.fn())
const expireTags = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('@/lib/content/published', () => ({ fetchPublished: published }))
vi.mock('@/lib/content/expireTags', () => ({ expireTags }))
vi.mock('@/lib/content/load', () => ({}))

const minute = 60_000
const banner = { start: '2027-11-26T08:00:00Z', end: '2027-11-30T08:00:00Z' }

/** Runs the first scheduler call of a process at a time. */
async function startedAt(time: string): Promise<() => Promise<boolean>> {
  vi.resetModules()
  vi.setSystemTime(time)
  return (await import('./announcements')).expireDuePages
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  published.mockReset().mockResolvedValue([banner])
  expireTags.mockReset()
  globalThis.contentPageCache = { expire: () => Promise.resolve(), hasExpired: () => false }
})
afterEach(() => {
  globalThis.contentPageCache = undefined
})

it('expires pages once, within a minute of a start and of an end', async () => {
  const tick = await startedAt('2027-11-26T07:58:30Z')
  const changed: string[] = []
  for (let minutes = 0; minutes < 5 * 24 * 60; minutes += 1) {
    if (await tick()) changed.push(new Date().toISOString())
    vi.setSystemTime(Date.now() + minute)
  }
  expect(changed).toEqual(['2027-11-26T08:00:30.000Z', '2027-11-30T08:00:30.000Z'])
  expect(expireTags).toHaveBeenCalledTimes(2)
})

it('expires pages after a restart, since an end may have passed while nothing ran', async () => {
  const before = await startedAt('2027-11-30T07:59:30Z')
  await before()
  expireTags.mockReset()
  const after = await startedAt('2027-11-30T08:10:00Z')
  expect([await after(), await after()]).toEqual([true, false])
  expect(expireTags).toHaveBeenCalledOnce()
})

it('looks ten minutes back in a short-lived instance', async () => {
  globalThis.contentPageCache = undefined
  expect(await (await startedAt('2027-11-30T08:09:00Z'))()).toBe(true)
  expect(await (await startedAt('2027-11-30T08:11:00Z'))()).toBe(false)
})

it('checks again when pages could not be expired', async () => {
  const tick = await startedAt('2027-11-30T08:00:30Z')
  expireTags.mockRejectedValueOnce(new Error('Redis is away'))
  await expect(tick()).rejects.toThrow('away')
  expect(await tick()).toBe(true)
})
