import { once } from 'node:events'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import { DeliveryQueue } from '../../http/deliveryQueue.ts'
import { freePortBase } from '../../testing/ports.ts'
import { until } from '../../testing/testCloud.ts'
import { readHookSettings } from './hook.ts'
import { hookOutbox } from './outbox.ts'
import { HookStore, type MessageContent } from './store.ts'

afterEach(() => {
  vi.useRealTimers()
})

const content = (number: number): MessageContent => ({
  payload: JSON.stringify({ number }),
  headers: {},
  operation: 'create',
  documentId: `d${number}`,
  createdAt: new Date().toISOString(),
})

test('a receiver that is away is tried now and then, whatever waits for it, and gets it all in order', async () => {
  const port = await freePortBase()
  const store = new HookStore(new DatabaseSync(':memory:'))
  const url = `http://127.0.0.1:${port}/hook`
  const hook = store.create(readHookSettings({ name: 'hook', url, rule: {} }), 'somebody')
  const queue = new DeliveryQueue(hookOutbox(store))
  for (let number = 0; number < 500; number++) {
    store.enqueue(hook.id, content(number))
    queue.wake(hook.id)
    await queue.idle()
  }
  expect(store.attempts(hook.id, 1000).length).toBeLessThan(5)

  const received: unknown[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push(JSON.parse(body).number)
    response.end()
  })
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
  await until(() => received.length === 500)
  expect(received.toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 500 }, (_, n) => n))
  expect(received.slice(10)).toEqual(received.slice(10).toSorted((a, b) => Number(a) - Number(b)))
  await queue.close()
  receiver.closeAllConnections()
  receiver.close()
})

test('no more wait for each webhook than may, the newest of them', () => {
  const store = new HookStore(new DatabaseSync(':memory:'), 20)
  const hooks = ['first', 'second'].map((name) =>
    store.create(readHookSettings({ name, url: 'http://localhost/', rule: {} }), 'somebody'),
  )
  for (let number = 0; number < 100; number++) {
    for (const { id } of hooks) store.enqueue(id, content(number))
  }
  for (const { id } of hooks) {
    const waiting = store.messages(id, 1000).map(({ documentId }) => documentId)
    expect(waiting.length).toBeLessThanOrEqual(22)
    expect(waiting[0]).toBe('d99')
  }
})

test('what has waited too long is given up', () => {
  const store = new HookStore(new DatabaseSync(':memory:'))
  const hook = store.create(
    readHookSettings({ name: 'hook', url: 'http://localhost/', rule: {} }),
    'somebody',
  )
  store.enqueue(hook.id, { ...content(1), createdAt: '2026-01-01T00:00:00.000Z' })
  store.enqueue(hook.id, content(2))
  store.expire(hook.id, Date.parse('2026-01-02T00:00:00.000Z'))
  expect(store.messages(hook.id).map(({ status }) => status)).toEqual(['pending', 'failure'])
})

test('what is sent again has its time once more', () => {
  const store = new HookStore(new DatabaseSync(':memory:'))
  const hook = store.create(
    readHookSettings({ name: 'hook', url: 'http://localhost/', rule: {} }),
    'somebody',
  )
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const { id } = store.enqueue(hook.id, content(1))
  const sentAgain = 3_600_000
  vi.setSystemTime(sentAgain)
  store.sendAgain(id)
  store.expire(hook.id, sentAgain)
  expect(store.message(id)).toMatchObject({ status: 'pending', dueAt: sentAgain, documentId: 'd1' })
  store.expire(hook.id, sentAgain + 1)
  expect(store.message(id)?.status).toBe('failure')
})
