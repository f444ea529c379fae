import { expect, it } from 'vitest'
import { isHandled, markHandled } from './handledDeliveries'

it('recognizes a handled delivery for 35 minutes, the lifetime of a signature', () => {
  markHandled('a', 0)
  expect(isHandled('a', 35 * 60_000)).toBe(true)
  expect(isHandled('a', 35 * 60_000 + 1)).toBe(false)
  expect(isHandled('b', 0)).toBe(false)
})

it('never recognizes a delivery without a key', () => {
  markHandled(null)
  expect(isHandled(null)).toBe(false)
})

it('recognizes the latest thousand deliveries', () => {
  for (let index = 0; index <= 1000; index += 1) markHandled(`key-${index}`, 0)
  expect(isHandled('key-0', 0)).toBe(false)
  expect(isHandled('key-1', 0)).toBe(true)
  expect(isHandled('key-1000', 0)).toBe(true)
})
