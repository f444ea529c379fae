import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { DeliveryQueue } from '../../http/deliveryQueue.ts'
import { freePortBase } from '../../testing/ports.ts'
import { until } from '../../testing/testCloud.ts'
import { API_VERSION } from '../events/version.ts'
import { ObjectStore } from '../store/objects.ts'
import type { StoredEvent } from '../types.ts'
import { deliveryOutbox } from './outbox.ts'
import { DeliveryStore } from './store.ts'
import { watchDeliveries } from './watch.ts'

afterEach(() => {
  vi.useRealTimers()
})

const eventOf = (number: number): StoredEvent => ({
  id: `evt_${number}`,
  object: 'event',
  api_version: API_VERSION,
  created: 0,
  data: { object: {} },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: 'customer.created',
})

/** An account with an endpoint at each of these addresses. */
function startAccount(urls: string[], maxPending?: number) {
  const objects = new ObjectStore(':memory:')
  const deliveries = new DeliveryStore(objects, maxPending)
  const endpoints = urls.map((url, index) => ({
    id: `we_${index}`,
    object: 'webhook_endpoint' as const,
    api_version: API_VERSION,
    application: null,
    created: 0,
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }))
  for (const endpoint of endpoints) objects.put('webhook_endpoint', endpoint)
  const enqueue = (number: number) => {
    const event = eventOf(number)
    objects.put('event', event)
    for (const endpoint of endpoints) deliveries.enqueue(event, endpoint)
  }
  return { objects, deliveries, enqueue }
}

test('an endpoint that is away is tried now and then, whatever waits for it, and gets it all in order', async () => {
  const port = await freePortBase()
  const { objects, deliveries, enqueue } = startAccount([`http://127.0.0.1:${port}/hook`])
  const queue = new DeliveryQueue(deliveryOutbox(objects, deliveries))
  for (let number = 0; number < 500; number++) {
    enqueue(number)
    queue.wakeAll()
    await queue.idle()
  }
  const attempts = deliveries.latest(1000).flatMap(({ id }) => deliveries.attempts(id))
  expect(attempts.length).toBeLessThan(5)

  const received: number[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(Number(JSON.parse(body).id.slice('evt_'.length)))
    response.end()
  })
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
  await until(() => received.length === 500)
  expect(received.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, number) => number))
  expect(received.slice(10)).toEqual(received.slice(10).toSorted((a, b) => a - b))
  await queue.close()
  receiver.closeAllConnections()
  receiver.close()
})

test('no more wait for each endpoint than may, the newest of them', () => {
  const { deliveries, enqueue } = startAccount(['http://localhost/1', 'http://localhost/2'], 20)
  for (let number = 0; number < 100; number++) enqueue(number)
  for (const endpoint of ['we_0', 'we_1']) {
    const waiting = deliveries
      .latest(1000)
      .filter(({ endpointId, status }) => endpointId === endpoint && status === 'pending')
    expect(waiting.length).toBeLessThanOrEqual(22)
    expect(waiting[0]?.eventId).toBe('evt_99')
  }
})

test('what has waited too long is given up', () => {
  const { deliveries, enqueue } = startAccount(['http://localhost/'])
  enqueue(1)
  deliveries.expire('we_0', Date.now() - 1000)
  expect(deliveries.latest().map(({ status }) => status)).toEqual(['pending'])
  deliveries.expire('we_0', Date.now() + 1000)
  expect(deliveries.latest().map(({ status }) => status)).toEqual(['failure'])
})

test('what is sent again has its time once more', async () => {
  const { objects, deliveries, enqueue } = startAccount(['http://localhost/'])
  const queue = new DeliveryQueue(deliveryOutbox(objects, deliveries))
  await queue.close()
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  enqueue(1)
  const sentAgain = 3_600_000
  vi.setSystemTime(sentAgain)
  expect(watchDeliveries(objects, deliveries, queue).replay('evt_1')).toBe(true)
  deliveries.expire('we_0', sentAgain)
  expect(deliveries.latest().map(({ status }) => status)).toEqual(['pending'])
  deliveries.expire('we_0', sentAgain + 1)
  expect(deliveries.latest().map(({ status }) => status)).toEqual(['failure'])
})
