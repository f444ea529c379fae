import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coalesce } from './coalesce'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs once for the calls of a second, and again for later ones', () => {
  const work = vi.fn()
  const call = coalesce(work, 1000)
  for (let count = 0; count < 10; count += 1) {
    call()
    vi.advanceTimersByTime(90)
  }
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledOnce()
  call()
  vi.advanceTimersByTime(1000)
  expect(work).toHaveBeenCalledTimes(2)
})
