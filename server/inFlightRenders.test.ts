import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { longestRenderMs } from '@/lib/content/reading/contentPageCache'
import { getProcessTimeMs } from '../lib/processClock'
import { endRender, expire, hasExpired, isOutdated, trackRender } from './inFlightRenders'

/** Gives each test its own page and document. */
let testNumber = 0
let key: string
let tag: string
beforeEach(() => {
  testNumber += 1
  key = `/page-${testNumber}`
  tag = `content:document-${testNumber}`
})
// Otherwise an expiry in the next test would wait for this render.
afterEach(() => {
  endRender(key)
})

const startRender = (stored: Parameters<typeof trackRender>[2] = null) =>
  trackRender(key, getProcessTimeMs() - 1, stored)

describe('a page that is being rendered', () => {
  it('is stored when only the tags of other pages expire', async () => {
    startRender()
    const otherExpiry = expire(['content:another'])
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
    endRender(key)
    await otherExpiry
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
  })

  it('is not stored when its content expires, and the expiry waits for the render', async () => {
    startRender()
    let hasExpiryEnded = false
    const expiry = expire([tag]).then(() => {
      hasExpiryEnded = true
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(hasExpiryEnded).toBe(false)
    expect(isOutdated(key, [tag, 'other'])).toBe(true)
    expect(isOutdated(key, ['other'])).toBe(false)
    endRender(key)
    await expiry
  })

  it.each([3_600_000, -3_600_000])(
    'is not stored when its content expires, even if the clock moves by %i ms',
    async (shiftMs) => {
      const before = getProcessTimeMs()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shiftMs })
      startRender()
      const expiry = expire([tag])
      expect(hasExpired([tag], before)).toBe(true)
      expect(isOutdated(key, [tag])).toBe(true)
      endRender(key)
      await expiry
      expect(hasExpired([tag], getProcessTimeMs() + 5)).toBe(false)
    },
  )

  it('is stored when its content expired before the render', async () => {
    await expire([tag])
    startRender()
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
  })

  it('is outdated by an expiry only if the stored page was due for revalidation', async () => {
    const stored = {
      value: null,
      lastModified: getProcessTimeMs(),
      cacheControl: { revalidate: 240, expire: 300 },
    }
    startRender(stored)
    await expire([tag])
    expect(isOutdated(key, [tag, 'other'])).toBe(false)
    startRender({ ...stored, lastModified: getProcessTimeMs() - 240_000 })
    const expiry = expire([tag])
    expect(isOutdated(key, [tag, 'other'])).toBe(true)
    endRender(key)
    await expiry
  })

  it('delays an expiry no longer than the longest render time', async () => {
    trackRender(key, getProcessTimeMs() - longestRenderMs, null)
    await expire(['content:another', tag])
    expect(isOutdated(key, [tag])).toBe(true)
  })
})

it('reports whether a tag expired after a given time', async () => {
  const before = getProcessTimeMs() - 1
  expect(hasExpired([tag], before)).toBe(false)
  await expire([tag])
  expect(hasExpired(['other', tag], before)).toBe(true)
  expect(hasExpired([tag], getProcessTimeMs())).toBe(false)
})
