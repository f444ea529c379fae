import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { z } from 'zod'
import { longestRenderMs } from '../lib/content/pageCache.ts'
import { getProcessTimeMs } from '../lib/processClock.ts'

/** How long Redis stores when a tag expired: as long as a page may be cached. */
const expiryRetentionMs = 31_536_000_000

/** Tags that expired at an instance, or an acknowledgment of such a message. */
const messageSchema = z.union([
  z.object({ id: z.string(), from: z.string(), tags: z.array(z.string()) }),
  z.object({ done: z.string() }),
])

/** Stores tags with Redis's own clock, deletes old ones and publishes the message, atomically. */
const publishScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${expiryRetentionMs})
return redis.call('PUBLISH', KEYS[2], ARGV[1])`

/** How one instance of the site exchanges expired tags with the others. */
export type InvalidationBus = {
  /** Resolves when earlier expiries were read, or cannot be. */
  joined: Promise<void>
  /**
   * Publishes expired tags, now or when Redis responds again.
   *
   * @returns when the other instances have expired them and their in-flight renders have ended; after 12 seconds at most
   */
  publish(tags: readonly string[]): Promise<void>
  leave(): void
}

type Options = {
  /** Of Redis, `redis://…` or `rediss://…`. */
  url: string
  /** Separates the instances of one site and dataset from others in the same Redis. */
  group: string
  /** Expires tags of another instance. Resolves when every page is rendered with the change. */
  onExpired(tags: readonly string[]): Promise<unknown>
  /** Receives when a tag expired, perhaps while this instance was away; milliseconds by this machine's clock. */
  onRecorded(tag: string, at: number): void
  /** Redis cannot be reached (with the error), or can again (without). */
  onState(error?: unknown): void
}

type Delivery = { acknowledged: number; expected: number; end: () => void }

/**
 * Connects this process to the other instances of the site through Redis, which stores no pages: each instance has its own.
 * While Redis is away, instances serve what they have.
 */
export function connectInvalidationBus(options: Options): InvalidationBus {
  const { url, group, onExpired, onRecorded, onState } = options
  const self = randomUUID()
  const expiries = `${group}:expired`
  const channel = `${group}:expire`
  const client = createClient({
    url,
    RESP: 3,
    disableOfflineQueue: true,
    // Detects a half-open connection, which sends no error.
    pingInterval: 1000,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 5000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000),
    },
  })
  const deliveries = new Map<string, Delivery>()
  const unpublished = new Set<string>()
  const joined = Promise.withResolvers<void>()
  let isUnreachable = false
  let isSubscribed = false

  const onFailure = (error: unknown) => {
    if (!isUnreachable) onState(error)
    isUnreachable = true
    joined.resolve()
    for (const delivery of deliveries.values()) delivery.end()
  }

  const receive = async (text: string) => {
    const { data: message } = messageSchema.safeParse(JSON.parse(text))
    if (!message) return
    if ('done' in message) {
      const delivery = deliveries.get(message.done)
      if (delivery && ++delivery.acknowledged >= delivery.expected) delivery.end()
    } else if (message.from !== self) {
      await onExpired(message.tags)
      await client.publish(channel, JSON.stringify({ done: message.id }))
    }
  }

  const publishAll = async () => {
    if (unpublished.size === 0) return
    const tags = [...unpublished]
    const id = randomUUID()
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const delivery: Delivery = { acknowledged: 0, expected: Number.POSITIVE_INFINITY, end }
    deliveries.set(id, delivery)
    try {
      const message = JSON.stringify({ id, from: self, tags })
      const receivers = await client.eval(publishScript, {
        keys: [expiries, channel],
        arguments: [message, ...tags],
      })
      for (const tag of tags) unpublished.delete(tag)
      // This instance is one of the receivers.
      delivery.expected = Number(receivers) - 1
      if (delivery.acknowledged < delivery.expected) await promise
    } finally {
      deliveries.delete(id)
    }
  }

  const onReady = async () => {
    // The client subscribes again by itself. First, so that no expiry falls between the subscription and the list.
    if (!isSubscribed) await client.subscribe(channel, (text) => void receive(text).catch(onFailure))
    isSubscribed = true
    const [now, recorded] = await Promise.all([client.time(), client.zRangeWithScores(expiries, 0, -1)])
    const redisNow = Number(now[0]) * 1000 + Number(now[1]) / 1000
    for (const { value, score } of recorded)
      onRecorded(value, Math.ceil(getProcessTimeMs() - (redisNow - score)))
    if (isUnreachable) onState()
    isUnreachable = false
    joined.resolve()
    await publishAll()
  }

  client.on('error', onFailure)
  client.on('ready', () => void onReady().catch(onFailure))
  client.connect().catch(onFailure)

  return {
    joined: joined.promise,
    publish: async (tags) => {
      for (const tag of tags) unpublished.add(tag)
      await Promise.race([publishAll().catch(onFailure), wait(longestRenderMs, undefined, { ref: false })])
    },
    leave: () => client.destroy(),
  }
}
