import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { z } from 'zod'
import { longestRenderMs } from '../lib/content/pageCache.ts'
import { getProcessTimeMs } from '../lib/processClock.ts'

/** How long Redis stores the expiry times of tags: as long as a page may be cached. */
const expiryRetentionMs = 31_536_000_000

/** Tags that expired at an instance, or an acknowledgment of such a message. */
const messageSchema = z.union([
  z.object({ id: z.string(), from: z.string(), tags: z.array(z.string()) }),
  z.object({ done: z.string() }),
])

/** Stores tags with the time of Redis's clock, deletes old tags and publishes the message, atomically. */
const publishScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${expiryRetentionMs})
return redis.call('PUBLISH', KEYS[2], ARGV[1])`

/** Exchanges expired tags between this instance of the site and the others. */
export type InvalidationBus = {
  /** Resolves when earlier expiries have been read, or cannot be read. */
  ready: Promise<void>
  /**
   * Publishes expired tags, now or when Redis responds again.
   *
   * @returns a promise that resolves when the other instances have expired the tags and ended their in-flight renders,
   *   when Redis fails, or after 12 seconds
   */
  publish(tags: readonly string[]): Promise<void>
  disconnect(): void
}

type InvalidationBusOptions = {
  /** The URL of Redis: `redis://…` or `rediss://…`. */
  url: string
  /** Separates the instances of one site and dataset from others in the same Redis. */
  group: string
  /** Expires tags that another instance published. Resolves when this instance's in-flight renders have ended. */
  onExpired(tags: readonly string[]): Promise<unknown>
  /** Receives a recorded expiry, which this instance may have missed; the time is that of `getProcessTimeMs`. */
  onRecorded(tag: string, timeMs: number): void
  /** Called with an error when Redis becomes unreachable, and without one when it is reachable again. */
  onConnectionChange(error?: unknown): void
}

/** A published message, whose acknowledgments by other instances are counted. */
type Delivery = { acknowledged: number; expected: number; end: () => void }

/**
 * Connects this process to the other instances of the site through Redis. Redis stores no pages, since each instance has
 * its own page cache. While Redis is unreachable, instances serve their cached pages.
 */
export function connectInvalidationBus(options: InvalidationBusOptions): InvalidationBus {
  const { url, group, onExpired, onRecorded, onConnectionChange } = options
  const instanceId = randomUUID()
  const expiriesKey = `${group}:expired`
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
  const pendingTags = new Set<string>()
  const ready = Promise.withResolvers<void>()
  let isUnreachable = false
  let isSubscribed = false

  const onFailure = (error: unknown) => {
    if (!isUnreachable) onConnectionChange(error)
    isUnreachable = true
    ready.resolve()
    for (const delivery of deliveries.values()) delivery.end()
  }

  const handleMessage = async (text: string) => {
    const { data: message } = messageSchema.safeParse(JSON.parse(text))
    if (!message) return
    if ('done' in message) {
      const delivery = deliveries.get(message.done)
      if (delivery && ++delivery.acknowledged >= delivery.expected) delivery.end()
    } else if (message.from !== instanceId) {
      await onExpired(message.tags)
      await client.publish(channel, JSON.stringify({ done: message.id }))
    }
  }

  const publishPending = async () => {
    if (pendingTags.size === 0) return
    const tags = [...pendingTags]
    const id = randomUUID()
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const delivery: Delivery = { acknowledged: 0, expected: Number.POSITIVE_INFINITY, end }
    deliveries.set(id, delivery)
    try {
      const message = JSON.stringify({ id, from: instanceId, tags })
      const receivers = await client.eval(publishScript, {
        keys: [expiriesKey, channel],
        arguments: [message, ...tags],
      })
      for (const tag of tags) pendingTags.delete(tag)
      // This instance is one of the receivers.
      delivery.expected = Number(receivers) - 1
      if (delivery.acknowledged < delivery.expected) await promise
    } finally {
      deliveries.delete(id)
    }
  }

  const onReady = async () => {
    // Subscribes before it reads the recorded expiries, so that it misses none. After a reconnection the client
    // resubscribes itself.
    if (!isSubscribed) await client.subscribe(channel, (text) => void handleMessage(text).catch(onFailure))
    isSubscribed = true
    const [now, recordedExpiries] = await Promise.all([
      client.time(),
      client.zRangeWithScores(expiriesKey, 0, -1),
    ])
    const redisNow = Number(now[0]) * 1000 + Number(now[1]) / 1000
    for (const { value, score } of recordedExpiries)
      onRecorded(value, Math.ceil(getProcessTimeMs() - (redisNow - score)))
    if (isUnreachable) onConnectionChange()
    isUnreachable = false
    ready.resolve()
    await publishPending()
  }

  client.on('error', onFailure)
  client.on('ready', () => void onReady().catch(onFailure))
  client.connect().catch(onFailure)

  return {
    ready: ready.promise,
    publish: async (tags) => {
      for (const tag of tags) pendingTags.add(tag)
      await Promise.race([
        publishPending().catch(onFailure),
        wait(longestRenderMs, undefined, { ref: false }),
      ])
    },
    disconnect: () => client.destroy(),
  }
}
