import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectInvalidationBus, type InvalidationBus } from '../../server/invalidationBus.ts'
import { type Redis, startRedis } from '../support/redis.ts'

let redis: Redis
let group: string
const openBuses: InvalidationBus[] = []

type Instance = InvalidationBus & {
  /** The tags of received messages. */
  received: string[]
  /** The tags of expiries that Redis had recorded, with their times by the clock of this process. */
  recorded: Map<string, number>
  /** The reported states of the connection: `reachable` or `unreachable`. */
  states: string[]
}

/**
 * Starts an instance of a site.
 *
 * @param options.rendering - resolves when the in-flight renders of the instance have ended
 */
function startInstance(options: { rendering?: Promise<void>; group?: string } = {}): Instance {
  const received: string[] = []
  const recorded = new Map<string, number>()
  const states: string[] = []
  const bus = connectInvalidationBus({
    url: redis.url,
    group: options.group ?? group,
    onExpired: async (tags) => {
      received.push(...tags)
      await options.rendering
    },
    onRecorded: (tag, at) => recorded.set(tag, at),
    onConnectionChange: (problem) => states.push(problem === undefined ? 'reachable' : 'unreachable'),
  })
  openBuses.push(bus)
  return { ...bus, received, recorded, states }
}

beforeAll(async () => {
  redis = await startRedis()
})
beforeEach(() => {
  group = crypto.randomUUID()
})
afterEach(() => {
  for (const instance of openBuses.splice(0)) instance.disconnect()
})
afterAll(() => redis.close())

test('publish delivers expired tags to the other instances of the group, and none to the sender', async () => {
  const [first, second, foreign] = [
    startInstance(),
    startInstance(),
    startInstance({ group: 'another site' }),
  ]
  await Promise.all([first.ready, second.ready, foreign.ready])
  await first.publish(['content:a', 'content:b'])
  expect(second.received).toEqual(['content:a', 'content:b'])
  await second.publish(['content:c'])
  expect(first.received).toEqual(['content:c'])
  expect(foreign.received).toEqual([])
})

test('publish waits for the in-flight renders of another instance', async () => {
  const { promise: rendering, resolve: endRender } = Promise.withResolvers<void>()
  const [first, second] = [startInstance(), startInstance({ rendering })]
  await Promise.all([first.ready, second.ready])
  let hasPublished = false
  const publishing = first.publish(['content:a']).then(() => {
    hasPublished = true
  })
  await vi.waitFor(() => expect(second.received).toEqual(['content:a']))
  expect(hasPublished).toBe(false)
  endRender()
  await publishing
})

test('an instance that starts reads earlier expiries with their times', async () => {
  const before = Date.now()
  const first = startInstance()
  await first.ready
  await first.publish(['content:a'])
  const after = Date.now()
  const second = startInstance()
  await second.ready
  expect([...second.recorded.keys()]).toEqual(['content:a'])
  expect(second.recorded.get('content:a')).toBeGreaterThanOrEqual(before)
  // Allows for Redis's clock resolution of a millisecond and the duration of its response.
  expect(second.recorded.get('content:a')).toBeLessThan(after + 1000)
})

test('publish waits at most 12 seconds for an instance that disconnects', async () => {
  const [first, second] = [startInstance(), startInstance({ rendering: new Promise(() => {}) })]
  await Promise.all([first.ready, second.ready])
  const publishing = first.publish(['content:a'])
  await vi.waitFor(() => expect(second.received).toEqual(['content:a']))
  second.disconnect()
  await publishing
}, 20_000)

test('publish does not wait during an outage of Redis, and delivers afterwards', async () => {
  const [first, second] = [startInstance(), startInstance()]
  await Promise.all([first.ready, second.ready])
  await redis.kill()
  await vi.waitFor(() => expect([first.states, second.states]).toEqual([['unreachable'], ['unreachable']]))
  await first.publish(['content:a'])
  expect(second.received).toEqual([])
  await redis.restart()
  await vi.waitFor(
    () => expect([...second.received, ...second.recorded.keys()]).toContain('content:a'),
    10_000,
  )
  expect([first.states.at(-1), second.states.at(-1)]).toEqual(['reachable', 'reachable'])
}, 20_000)

test('an instance that starts during an outage of Redis is ready at once, and publishes later', async () => {
  await redis.kill()
  const first = startInstance()
  await first.ready
  await first.publish(['content:a'])
  await redis.restart()
  const second = startInstance()
  await vi.waitFor(
    () => expect([...second.received, ...second.recorded.keys()]).toContain('content:a'),
    10_000,
  )
}, 20_000)

test('publish times out on a Redis that hangs', async () => {
  const first = startInstance()
  await first.ready
  redis.setSuspended(true)
  try {
    await first.publish(['content:a'])
    expect(first.states).toEqual(['unreachable'])
  } finally {
    redis.setSuspended(false)
  }
  await vi.waitFor(() => expect(first.states.at(-1)).toBe('reachable'), 10_000)
}, 30_000)
