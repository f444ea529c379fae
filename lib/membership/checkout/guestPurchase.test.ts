import { afterEach, expect, it, vi } from 'vitest'
import { getGuestToken } from './guestPurchase'

afterEach(() => vi.unstubAllGlobals())

it('returns the same random token in a browser, and a different one in another browser', () => {
  const browser = () => {
    const items = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    })
  }
  browser()
  const guestToken = getGuestToken()
  expect(guestToken).toMatch(/^[0-9a-f-]{36}$/)
  expect(getGuestToken()).toBe(guestToken)
  browser()
  expect(getGuestToken()).not.toBe(guestToken)
})

it('returns undefined when the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(getGuestToken()).toBeUndefined()
})
