import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Instances, joinInstances } from '../../server/instances.ts'
import { type Redis, startRedis } from '../support/redis.ts'

let redis: Redis
let group: string
const open: Instances[] = []

type Instance = Instances & {
  /** What it was told, and what it has learnt from the list, with the time of this machine. */
  heard: string[]
  known: Map<string, number>
  states: string[]
}

/** @param making - resolves when the instance has no page any more that it was making */
function join(options: { making?: Promise<void>; group?: string } = {}): Instance {
  const heard: string[] = []
  const known = new Map<string, number>()
  const states: string[] = []
  const instances = joinInstances({
    url: redis.url,
    group: options.group ?? group,
    onExpired: async (tags) => {
      heard.push(...tags)
      await options.making
    },
    onKnown: (tag, at) => known.set(tag, at),
    onState: (problem) => states.push(problem === undefined ? 'back' : 'away'),
  })
  open.push(instances)
  return { ...instances, heard, known, states }
}

beforeAll(async () => {
  redis = await startRedis()
})
beforeEach(() => {
  group = crypto.randomUUID()
})
afterEach(() => {
  for (const instance of open.splice(0)) instance.leave()
})
afterAll(() => redis.close())

test('the others have expired what one tells of, and it hears nothing of its own', async () => {
  const [one, two, other] = [join(), join(), join({ group: 'another site' })]
  await Promise.all([one.joined, two.joined, other.joined])
  await one.tell(['content:a', 'content:b'])
  expect(two.heard).toEqual(['content:a', 'content:b'])
  await two.tell(['content:c'])
  expect(one.heard).toEqual(['content:c'])
  expect(other.heard).toEqual([])
})

test('whoever tells waits for the pages that another one is making', async () => {
  const { promise: making, resolve: made } = Promise.withResolvers<void>()
  const [one, two] = [join(), join({ making })]
  await Promise.all([one.joined, two.joined])
  let hasTold = false
  const telling = one.tell(['content:a']).then(() => {
    hasTold = true
  })
  await vi.waitFor(() => expect(two.heard).toEqual(['content:a']))
  expect(hasTold).toBe(false)
  made()
  await telling
})

test('an instance that starts knows what expired before, and when', async () => {
  const before = Date.now()
  const one = join()
  await one.joined
  await one.tell(['content:a'])
  const after = Date.now()
  const two = join()
  await two.joined
  expect([...two.known.keys()]).toEqual(['content:a'])
  expect(two.known.get('content:a')).toBeGreaterThanOrEqual(before)
  // The clock of Redis is read to the millisecond, and with an answer that takes a moment.
  expect(two.known.get('content:a')).toBeLessThan(after + 1000)
})

test('an instance that dies holds nobody up', async () => {
  const [one, two] = [join(), join({ making: new Promise(() => {}) })]
  await Promise.all([one.joined, two.joined])
  const telling = one.tell(['content:a'])
  await vi.waitFor(() => expect(two.heard).toEqual(['content:a']))
  two.leave()
  await telling
}, 20_000)

test('while Redis is away nobody waits, and what was not told is told when it is back', async () => {
  const [one, two] = [join(), join()]
  await Promise.all([one.joined, two.joined])
  await redis.kill()
  await vi.waitFor(() => expect([one.states, two.states]).toEqual([['away'], ['away']]))
  await one.tell(['content:a'])
  expect(two.heard).toEqual([])
  await redis.revive()
  await vi.waitFor(() => expect([...two.heard, ...two.known.keys()]).toContain('content:a'), 10_000)
  expect([one.states.at(-1), two.states.at(-1)]).toEqual(['back', 'back'])
}, 20_000)

test('a site that starts while Redis is away does not wait for it', async () => {
  await redis.kill()
  const one = join()
  await one.joined
  await one.tell(['content:a'])
  await redis.revive()
  const two = join()
  await vi.waitFor(() => expect([...two.heard, ...two.known.keys()]).toContain('content:a'), 10_000)
}, 20_000)

test('a Redis that hangs is given up', async () => {
  const one = join()
  await one.joined
  redis.hang(true)
  try {
    await one.tell(['content:a'])
    expect(one.states).toEqual(['away'])
  } finally {
    redis.hang(false)
  }
  await vi.waitFor(() => expect(one.states.at(-1)).toBe('back'), 10_000)
}, 30_000)
