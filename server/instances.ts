import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { z } from 'zod'
import { longestRenderMs } from '../lib/content/pageCache.ts'
import { processNow } from '../lib/processClock.ts'

/** How long Redis remembers that a tag expired: as long as a page may be kept. Milliseconds. */
const memory = 31_536_000_000

/** What instances send to each other: tags that expired, or that a sender has expired those of another message. */
const messageSchema = z.union([
  z.object({ id: z.string(), from: z.string(), tags: z.array(z.string()) }),
  z.object({ done: z.string() }),
])

/** Notes tags with Redis's own clock, forgets old ones and tells everybody, in one step. */
const tellScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.ceil(time[2] / 1000)
for index = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[index]) end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${memory})
return redis.call('PUBLISH', KEYS[2], ARGV[1])`

/** The other instances of this site, as one of them sees them. */
export type Instances = {
  /** Resolves when what had expired before is known, or could not be asked for. */
  joined: Promise<void>
  /**
   * Tells the others that tags expired, now or as soon as Redis answers again.
   *
   * @returns when they have expired them and their renders under way have ended; after 12 seconds at most
   */
  tell(tags: readonly string[]): Promise<void>
  leave(): void
}

type Options = {
  /** Of Redis, `redis://…` or `rediss://…`. */
  url: string
  /** Names what the instances have in common: those of another site or dataset do not listen. */
  group: string
  /** Tags expired at another instance. Resolves when whoever asks for a page here gets one that was made afterwards. */
  onExpired(tags: readonly string[]): Promise<unknown>
  /** A tag expired at a time, in milliseconds of this machine's clock, perhaps while nobody listened here. */
  onKnown(tag: string, at: number): void
  /** Redis cannot be reached any more (with the reason), or again (without). */
  onState(problem?: unknown): void
}

type Telling = { answers: number; wanted: number; end: () => void }

/**
 * Makes this process one of the instances of the site, which tell each other through Redis what expired. Redis keeps no
 * pages: each instance has its own. While Redis is away, instances go on with what they know.
 */
export function joinInstances({ url, group, onExpired, onKnown, onState }: Options): Instances {
  const self = randomUUID()
  const list = `${group}:expired`
  const channel = `${group}:expire`
  const client = createClient({
    url,
    RESP: 3,
    disableOfflineQueue: true,
    // A connection that is only half open is noticed by its silence.
    pingInterval: 1000,
    socket: {
      connectTimeout: 2000,
      socketTimeout: 5000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1000),
    },
  })
  const tellings = new Map<string, Telling>()
  const untold = new Set<string>()
  let isAway = false
  const joined = Promise.withResolvers<void>()

  const away = (error: unknown) => {
    if (!isAway) onState(error)
    isAway = true
    joined.resolve()
    for (const telling of tellings.values()) telling.end()
  }

  const hear = async (text: string) => {
    const { data: message } = messageSchema.safeParse(JSON.parse(text))
    if (!message) return
    if ('done' in message) {
      const telling = tellings.get(message.done)
      if (telling) {
        telling.answers += 1
        if (telling.answers >= telling.wanted) telling.end()
      }
    } else if (message.from !== self) {
      await onExpired(message.tags)
      await client.publish(channel, JSON.stringify({ done: message.id }))
    }
  }

  const learn = async () => {
    const [now, expired] = await Promise.all([client.time(), client.zRangeWithScores(list, 0, -1)])
    const redisNow = Number(now[0]) * 1000 + Number(now[1]) / 1000
    for (const { value, score } of expired) onKnown(value, Math.ceil(processNow() - (redisNow - score)))
  }

  const send = async (tags: readonly string[]) => {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<void>()
    const telling: Telling = { answers: 0, wanted: Number.POSITIVE_INFINITY, end: resolve }
    tellings.set(id, telling)
    try {
      const message = JSON.stringify({ id, from: self, tags })
      const heard = await client.eval(tellScript, { keys: [list, channel], arguments: [message, ...tags] })
      for (const tag of tags) untold.delete(tag)
      // This instance has heard it as well.
      telling.wanted = Number(heard) - 1
      if (telling.answers >= telling.wanted) telling.end()
      await promise
    } finally {
      tellings.delete(id)
    }
  }

  const sendUntold = async () => {
    if (untold.size) await send([...untold])
  }

  let isSubscribed = false
  const start = async () => {
    // The client does it by itself when it connects again. First, so that nothing is told between it and the list.
    if (!isSubscribed) await client.subscribe(channel, (text) => void hear(text).catch(away))
    isSubscribed = true
    await learn()
    if (isAway) onState()
    isAway = false
    joined.resolve()
    await sendUntold()
  }

  client.on('error', away)
  client.on('ready', () => void start().catch(away))
  client.connect().catch(away)

  return {
    joined: joined.promise,
    tell: async (tags) => {
      for (const tag of tags) untold.add(tag)
      await Promise.race([sendUntold().catch(away), wait(longestRenderMs, undefined, { ref: false })])
    },
    leave: () => client.destroy(),
  }
}
