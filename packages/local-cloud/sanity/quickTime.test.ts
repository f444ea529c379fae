import { expect, test } from 'vitest'
import { QuickTime } from './quickTime.ts'

const most = { time: 100, memory: 1 }

test('what is used in vain is taken off, and comes back with time', () => {
  let now = 0
  const quickTime = new QuickTime(most, () => now)
  const used: number[] = []
  for (let query = 0; query < 60; query++) {
    const allowance = quickTime.allowance()
    used.push(allowance.time)
    now += allowance.time
    quickTime.lost(allowance)
  }
  expect(used[0]).toBe(100)
  expect(used.reduce((sum, time) => sum + time)).toBeLessThan(500)
  now += 10_000
  expect(quickTime.allowance()).toEqual(most)
})

test('after a query in vain the thread has a turn for others', async () => {
  const quickTime = new QuickTime(most)
  expect(quickTime.turn).toBeUndefined()
  quickTime.lost(quickTime.allowance())
  const order: string[] = []
  setImmediate(() => order.push('others'))
  await quickTime.turn
  setImmediate(() => order.push('next'))
  expect(quickTime.turn).toBeUndefined()
  await new Promise((resolve) => setImmediate(resolve))
  expect(order).toEqual(['others', 'next'])
})

test('a query gets no more than it may have at most', () => {
  expect(new QuickTime({ time: -1, memory: 1 }).allowance()).toEqual({ time: -1, memory: 1 })
})
