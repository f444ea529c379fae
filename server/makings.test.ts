import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestMaking } from '../lib/content/pageCache'
import { processNow } from '../lib/processClock'
import { beginMaking, endMaking, expire, hasExpired, isOutdated } from './makings'

/** Every test has a page and a document of its own. */
let count = 0
let key: string
let tag: string
beforeEach(() => {
  count += 1
  key = `/page-${count}`
  tag = `content:document-${count}`
})
// So that the next test does not wait for it.
afterEach(() => {
  endMaking(key)
  vi.useRealTimers()
})

const begin = (found: Parameters<typeof beginMaking>[2] = null) => beginMaking(key, processNow() - 1, found)

describe('a page that is being made', () => {
  it('is kept while nothing of it expires', async () => {
    begin()
    const other = expire(['content:another'])
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
    endMaking(key)
    await other
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
  })

  it('is not kept when its content expires, and whoever expires it waits', async () => {
    begin()
    let hasWaited = false
    const expired = expire([tag]).then(() => {
      hasWaited = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(hasWaited).toBe(false)
    expect(isOutdated(key, [tag, 'other'])).toBe(true)
    expect(isOutdated(key, ['other'])).toBe(false)
    endMaking(key)
    await expired
  })

  it.each([3_600_000, -3_600_000])(
    'is not kept either when somebody moves the clock by %i ms',
    async (by) => {
      const before = processNow()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
      begin()
      const expired = expire([tag])
      expect(hasExpired([tag], before)).toBe(true)
      expect(isOutdated(key, [tag])).toBe(true)
      endMaking(key)
      await expired
      expect(hasExpired([tag], processNow() + 5)).toBe(false)
    },
  )

  it('is kept when its content expired before', async () => {
    await expire([tag])
    begin()
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
  })

  it('is one that is due by its age, and no other', async () => {
    const stored = { value: null, lastModified: Date.now(), cacheControl: { revalidate: 240, expire: 300 } }
    begin(stored)
    await expire([tag])
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
    begin({ ...stored, lastModified: Date.now() - 240_000 })
    const expired = expire([tag])
    expect(isOutdated(key, [tag, 'other'])).toBe(true)
    endMaking(key)
    await expired
  })

  it('has failed when it does not come to an end, and then holds nobody up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    begin()
    const expired = expire(['content:another', tag])
    await vi.advanceTimersByTimeAsync(longestMaking)
    await expired
    vi.useRealTimers()
    await expire([tag])
  })
})

it('says what expired since', async () => {
  const before = Date.now() - 1
  expect(hasExpired([tag], before)).toBe(false)
  await expire([tag])
  expect(hasExpired(['other', tag], before)).toBe(true)
  expect(hasExpired([tag], Date.now())).toBe(false)
})
