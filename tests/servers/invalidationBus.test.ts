import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectInvalidationBus, type InvalidationBus } from '../../server/invalidationBus.ts'
import { type Redis, startRedis } from '../support/redis.ts'

let redis: Redis
let group: string
const open: InvalidationBus[] = []

type Instance = InvalidationBus & {
  /** The received tags, and the tags that it read from the list, with this machine's time. */
  received: string[]
  recorded: Map<string, number>
  states: string[]
}

/** @param rendering - resolves when the in-flight renders of the instance have ended */
function join(options: { rendering?: Promise<void>; group?: string } = {}): Instance {
  const received: string[] = []
  const recorded = new Map<string, number>()
  const states: string[] = []
  const instances = connectInvalidationBus({
    url: redis.url,
    group: options.group ?? group,
    onExpired: async (tags) => {
      received.push(...tags)
      await options.rendering
    },
    onRecorded: (tag, at) => recorded.set(tag, at),
    onConnectionChange: (problem) => states.push(problem === undefined ? 'back' : 'away'),
  })
  open.push(instances)
  return { ...instances, received, recorded, states }
}

beforeAll(async () => {
  redis = await startRedis()
})
beforeEach(() => {
  group = crypto.randomUUID()
})
afterEach(() => {
  for (const instance of open.splice(0)) instance.disconnect()
})
afterAll(() => redis.close())

test('delivers expired tags to the other instances of the group, and none to the sender', async () => {
  const [one, two, other] = [join(), join(), join({ group: 'another site' })]
  await Promise.all([one.ready, two.ready, other.ready])
  await one.publish(['content:a', 'content:b'])
  expect(two.received).toEqual(['content:a', 'content:b'])
  await two.publish(['content:c'])
  expect(one.received).toEqual(['content:c'])
  expect(other.received).toEqual([])
})

test('publish waits for the in-flight renders of another instance', async () => {
  const { promise: rendering, resolve: endRender } = Promise.withResolvers<void>()
  const [one, two] = [join(), join({ rendering })]
  await Promise.all([one.ready, two.ready])
  let hasPublished = false
  const publishing = one.publish(['content:a']).then(() => {
    hasPublished = true
  })
  await vi.waitFor(() => expect(two.received).toEqual(['content:a']))
  expect(hasPublished).toBe(false)
  endRender()
  await publishing
})

test('an instance that starts reads earlier expiries with their times', async () => {
  const before = Date.now()
  const one = join()
  await one.ready
  await one.publish(['content:a'])
  const after = Date.now()
  const two = join()
  await two.ready
  expect([...two.recorded.keys()]).toEqual(['content:a'])
  expect(two.recorded.get('content:a')).toBeGreaterThanOrEqual(before)
  // Allows for Redis's clock resolution of a millisecond and the duration of its response.
  expect(two.recorded.get('content:a')).toBeLessThan(after + 1000)
})

test('publish does not wait for an instance that leaves', async () => {
  const [one, two] = [join(), join({ rendering: new Promise(() => {}) })]
  await Promise.all([one.ready, two.ready])
  const publishing = one.publish(['content:a'])
  await vi.waitFor(() => expect(two.received).toEqual(['content:a']))
  two.disconnect()
  await publishing
}, 20_000)

test('publish does not wait during an outage of Redis, and delivers afterwards', async () => {
  const [one, two] = [join(), join()]
  await Promise.all([one.ready, two.ready])
  await redis.kill()
  await vi.waitFor(() => expect([one.states, two.states]).toEqual([['away'], ['away']]))
  await one.publish(['content:a'])
  expect(two.received).toEqual([])
  await redis.restart()
  await vi.waitFor(() => expect([...two.received, ...two.recorded.keys()]).toContain('content:a'), 10_000)
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(['back', 'back'])
}, 20_000)

test('an instance that starts during an outage of Redis joins at once, and publishes later', async () => {
  await redis.kill()
  const one = join()
  await one.ready
  await one.publish(['content:a'])
  await redis.restart()
  const two = join()
  await vi.waitFor(() => expect([...two.received, ...two.recorded.keys()]).toContain('content:a'), 10_000)
}, 20_000)

test('publish times out on a Redis that hangs', async () => {
  const one = join()
  await one.ready
  redis.setSuspended(true)
  try {
    await one.publish(['content:a'])
    expect(one.states).toEqual(['away'])
  } finally {
    redis.setSuspended(false)
  }
  await vi.waitFor(() => expect(one.states.at(-1)).toBe('back'), 10_000)
}, 30_000)
