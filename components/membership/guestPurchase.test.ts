import { expect, it, vi } from 'vitest'
import { getGuestToken } from './guestPurchase'

it('always returns the same random guest token in one browser, and a different one in another', () => {
  const openBrowser = () => {
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    })
  }
  openBrowser()
  const guestToken = getGuestToken()
  expect(guestToken).toMatch(/^[0-9a-f-]{36}$/)
  expect(getGuestToken()).toBe(guestToken)
  openBrowser()
  expect(getGuestToken()).not.toBe(guestToken)
})

it('returns no guest token when the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(getGuestToken()).toBeUndefined()
})
