import { afterEach, expect, it, vi } from 'vitest'
import { getGuestToken } from './guestPurchase'

afterEach(() => vi.unstubAllGlobals())

it('gives a browser one random mark, and another browser another one', () => {
  const browser = () => {
    const items = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    })
  }
  browser()
  const mark = getGuestToken()
  expect(mark).toMatch(/^[0-9a-f-]{36}$/)
  expect(getGuestToken()).toBe(mark)
  browser()
  expect(getGuestToken()).not.toBe(mark)
})

it('returns none where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(getGuestToken()).toBeUndefined()
})
