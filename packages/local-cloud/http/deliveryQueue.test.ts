import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../tests/support/testCloud.ts'
import { DeliveryQueue } from './deliveryQueue.ts'
import { DeliveryStore } from './deliveryStore.ts'

const createStore = () => new DeliveryStore<{ number: number }>(new DatabaseSync(':memory:'))
afterEach(() => {
  vi.useRealTimers()
})

test('attempts few deliveries to an unreachable receiver, and delivers all once it responds', async () => {
  const store = createStore()
  const received: number[] = []
  let isReachable = false
  let attemptCount = 0
  const queue = new DeliveryQueue(store, {
    receivers: () => ['site'],
    async send({ number }) {
      attemptCount += 1
      if (isReachable) received.push(number)
      const failureReason = isReachable ? null : 'network'
      return {
        createdAt: '',
        duration: 0,
        resultCode: isReachable ? 200 : null,
        resultBody: null,
        failureReason,
      }
    },
  })
  for (let number = 0; number < 200; number++) {
    store.enqueue('site', `event ${number}`, { number })
    queue.wakeAll()
    await queue.idle()
  }
  expect(attemptCount).toBeLessThan(5)
  isReachable = true
  await until(() => received.length === 200)
  // The few that were attempted may arrive after later ones, since they wait for their retry.
  const sorted = received.toSorted((a, b) => a - b)
  expect(sorted).toEqual(Array.from({ length: 200 }, (_, number) => number))
  expect(received.slice(10)).toEqual(received.slice(10).toSorted((a, b) => a - b))
  await queue.close()
})

test('expires a delivery, and makes an expired delivery pending again', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const store = createStore()
  store.enqueue('site', 'event', { number: 1 })
  const read = () => store.listLatest()[0]
  store.expire('site', 1000)
  expect(read()?.status).toBe('pending')
  store.expire('site', 1001)
  expect(read()?.status).toBe('failure')
  vi.setSystemTime(2000)
  expect(store.resend(String(read()?.id))?.receiver).toBe('site')
  expect(store.resend('unknown')).toBeUndefined()
  store.expire('site', 2000)
  expect(read()?.status).toBe('pending')
})
