import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeliveryQueue } from '../../http/deliveryQueue.ts'
import { findFreePortBase } from '../../testing/ports.ts'
import { until } from '../../tests/support/testCloud.ts'
import { API_VERSION, createEvent } from '../events.ts'
import { ObjectStore } from '../store/objects.ts'
import { DeliveryStore } from './store.ts'

let objects: ObjectStore
let deliveries: DeliveryStore
beforeEach(() => {
  objects = new ObjectStore(':memory:', () => {})
  deliveries = new DeliveryStore(objects)
})
afterEach(() => {
  vi.useRealTimers()
  objects.close()
})

/** Adds an endpoint. Returns a function that enqueues a numbered event and returns its id. */
function addEndpoint(url: string): (number: number) => string {
  const endpoint = {
    id: 'we_0',
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
  }
  objects.put(endpoint)
  return (number) => {
    const event = createEvent(0, { id: null, idempotency_key: null }, 'customer.created', { number })
    objects.put(event)
    deliveries.enqueue(event, endpoint)
    return event.id
  }
}

const listStatuses = () => deliveries.latest().map(({ status }) => status)

test('attempts few deliveries to an unreachable endpoint, and delivers all events once it responds', async () => {
  const port = await findFreePortBase()
  const enqueueEvent = addEndpoint(`http://127.0.0.1:${port}/hook`)
  const queue = new DeliveryQueue(deliveries)
  for (let number = 0; number < 200; number++) {
    enqueueEvent(number)
    queue.wakeAll()
    await queue.idle()
  }
  expect(deliveries.latest(1000).filter(({ result }) => result !== null).length).toBeLessThan(5)

  const received: number[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body).data.object.number)
    response.end()
  })
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
  await until(() => received.length === 200)
  // The few events that were attempted may arrive after later ones, since they wait for their retry.
  const sorted = received.toSorted((a, b) => a - b)
  expect(sorted).toEqual(Array.from({ length: 200 }, (_, number) => number))
  expect(received.slice(10)).toEqual(received.slice(10).toSorted((a, b) => a - b))
  await queue.close()
  receiver.closeAllConnections()
  receiver.close()
})

test('expires a delivery, and makes an expired delivery pending again', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const eventId = addEndpoint('http://localhost/')(1)
  deliveries.expire('we_0', 1000)
  expect(listStatuses()).toEqual(['pending'])
  deliveries.expire('we_0', 1001)
  expect(listStatuses()).toEqual(['failure'])
  vi.setSystemTime(2000)
  expect(deliveries.resend(eventId)).toBe('we_0')
  expect(deliveries.resend('evt_unknown')).toBeUndefined()
  deliveries.expire('we_0', 2000)
  expect(listStatuses()).toEqual(['pending'])
})
