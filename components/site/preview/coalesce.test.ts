import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coalesce } from './coalesce'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs the task once for all calls within the delay, and again for a later call', () => {
  const task = vi.fn()
  const scheduleTask = coalesce(task, 1000)
  for (let count = 0; count < 10; count += 1) {
    scheduleTask()
    vi.advanceTimersByTime(90)
  }
  expect(task).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(task).toHaveBeenCalledOnce()
  scheduleTask()
  vi.advanceTimersByTime(1000)
  expect(task).toHaveBeenCalledTimes(2)
})
