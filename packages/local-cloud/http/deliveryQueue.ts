import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long to wait before the second, third … attempt; then a message is given up. Seconds, 33 minutes in all. That
 * pauses grow is the vendors' way (https://www.sanity.io/docs/content-lake/webhooks, https://docs.stripe.com/webhooks),
 * the steps are our own.
 */
const RETRY_DELAYS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** How long a receiver that does not answer at all is left alone, each time longer. Seconds. */
const ABSENCE_DELAYS = RETRY_DELAYS.filter((seconds) => seconds <= 30)
/** A message that waits for an absent receiver is given up when its attempts would have ended. Milliseconds. */
const PATIENCE = RETRY_DELAYS.reduce((sum, seconds) => sum + seconds, 0) * 1000
/** How long messages are gathered when they are to be put into disorder. Milliseconds. */
const GATHERING = 150

/** How many messages may wait for one receiver. */
export const MAX_PENDING = 10_000

export type MessageStatus = 'pending' | 'success' | 'failure' | 'dropped'

/**
 * What came of sending a message once: it was taken; it was not, and trying again may help (`failure`) or not (`refused`);
 * nobody answered (`absent`); nobody wants it any more (`dropped`).
 */
export type Outcome = 'success' | 'failure' | 'refused' | 'absent' | 'dropped'

/** Where messages wait, on disk. */
export type Outbox<Message> = {
  /** The receivers that something may wait for. */
  receivers(): string[]
  /** The first message, or the newest, that a receiver may be sent at a time (milliseconds since 1970). */
  due(receiver: string, now: number, newestFirst: boolean): Message | undefined
  /** When the next message of a receiver may be sent, in milliseconds since 1970; undefined when none waits. */
  nextDue(receiver: string): number | undefined
  /** Gives up what has waited for a receiver since before a time (milliseconds since 1970). */
  expire(receiver: string, before: number): void
  /** Sends a message once and logs the attempt, unless `stop` has broken it off. */
  send(message: Message, stop: AbortSignal): Promise<Outcome>
  /** Records how a message stands. `dueAt` (milliseconds since 1970) is when it is tried next. */
  settle(message: Message, status: MessageStatus, failures: number, dueAt?: number): void
}

/** How deliveries are made to go wrong. */
export type Disturbance = {
  /** How many messages still get lost. */
  drop: number
  /** How long each message waits before it is sent. Milliseconds. */
  delayMs: number
  /** Whether each message is sent twice. */
  duplicate: boolean
  /** Whether those that wait together are sent newest first. */
  reorder?: boolean
}

/** The messages of one receiver on their way. */
type Lane = {
  /** Resolves when nothing more is due. */
  running: Promise<void> | undefined
  /** For the next that becomes due, or for an absent receiver. */
  timer: NodeJS.Timeout | undefined
  /** How often in a row the receiver did not answer, or its answer could not be noted. */
  absences: number
}

/**
 * Sends messages: those to one receiver one after the other, in the order of the changes, different receivers side by
 * side. One that is refused waits for its next attempt on its own, without holding up the rest. While a receiver does not
 * answer at all everything waits for it, in the database and not in memory, and one message at a time tries again.
 */
export class DeliveryQueue<Message extends { failures: number }> {
  private readonly outbox: Outbox<Message>
  private readonly lanes = new Map<string, Lane>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance
  private gathering: NodeJS.Timeout | undefined

  /** Nothing is sent until `wake` or `wakeAll`. `disturbance` is what can go wrong, at first nothing. */
  constructor(outbox: Outbox<Message>, disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false }) {
    this.outbox = outbox
    this.disturbance = disturbance
  }

  /** Sends what waits for anybody, an earlier run's as well, as soon as it is its turn. */
  wakeAll(): void {
    if (this.stopping.signal.aborted) return
    if (!this.disturbance.reorder) this.wakeEach()
    else {
      this.gathering ??= setTimeout(() => {
        this.gathering = undefined
        this.wakeEach()
      }, GATHERING)
    }
  }

  private wakeEach(): void {
    for (const receiver of this.outbox.receivers()) this.wake(receiver)
  }

  /** Sends what waits for a receiver, as soon as it is its turn. `now` also when it was absent. */
  wake(receiver: string, now = false): void {
    if (this.stopping.signal.aborted) return
    const lane = this.lanes.get(receiver) ?? { running: undefined, timer: undefined, absences: 0 }
    this.lanes.set(receiver, lane)
    if (lane.running || (lane.absences > 0 && lane.timer && !now)) return
    clearTimeout(lane.timer)
    lane.timer = undefined
    lane.running = this.run(receiver, lane)
      .catch((error) => {
        // What came of it could not be noted. It is sent again, after a pause.
        lane.absences += 1
        if (!this.stopping.signal.aborted) console.error('local cloud: a webhook delivery failed:', error)
      })
      .finally(() => {
        lane.running = undefined
        this.rest(receiver, lane)
      })
  }

  /** Changes how deliveries go wrong from now on. */
  disturb(change: Partial<Disturbance>): void {
    this.disturbance = { ...this.disturbance, ...change }
  }

  /** How deliveries go wrong at present. */
  disturbed(): Disturbance {
    return { ...this.disturbance }
  }

  private async run(receiver: string, lane: Lane): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const message = this.outbox.due(receiver, Date.now(), this.disturbance.reorder === true)
      if (!message) return
      const absent = await this.handle(message)
      lane.absences = absent ? lane.absences + 1 : 0
      if (absent) {
        this.outbox.expire(receiver, Date.now() - PATIENCE)
        return
      }
    }
  }

  /** Waits for what comes next. */
  private rest(receiver: string, lane: Lane): void {
    if (this.stopping.signal.aborted) return
    const next = this.outbox.nextDue(receiver)
    if (next === undefined) {
      this.lanes.delete(receiver)
      return
    }
    const pause = (ABSENCE_DELAYS[Math.min(lane.absences, ABSENCE_DELAYS.length) - 1] ?? 0) * 1000
    lane.timer = setTimeout(
      () => {
        lane.timer = undefined
        this.wake(receiver)
      },
      Math.max(next - Date.now(), pause),
    ).unref()
  }

  /** Sends a message. Resolves to whether its receiver was absent. */
  private async handle(message: Message): Promise<boolean> {
    const { signal } = this.stopping
    const { drop, delayMs, duplicate } = this.disturbance
    if (drop > 0) {
      this.disturbance.drop -= 1
      this.outbox.settle(message, 'dropped', message.failures)
      return false
    }
    if (delayMs > 0) await wait(delayMs, undefined, { signal })
    if (duplicate) await this.outbox.send(message, signal)
    const outcome = await this.outbox.send(message, signal)
    // Broken off by shutting down: it stays pending, and the next start sends it again.
    if (signal.aborted) return false
    const delay = outcome === 'refused' ? undefined : RETRY_DELAYS[message.failures]
    if (outcome === 'success' || outcome === 'dropped') {
      this.outbox.settle(message, outcome, message.failures)
    } else if (delay === undefined) this.outbox.settle(message, 'failure', message.failures + 1)
    else this.outbox.settle(message, 'pending', message.failures + 1, Date.now() + delay * 1000)
    return outcome === 'absent'
  }

  /** Resolves when nothing is being sent at the moment. */
  async idle(): Promise<void> {
    const running = () => [...this.lanes.values()].flatMap((lane) => lane.running ?? [])
    while (running().length > 0) await Promise.all(running())
  }

  /** Stops sending. What is left is sent after the next start. */
  async close(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.gathering)
    for (const { timer } of this.lanes.values()) clearTimeout(timer)
    await this.idle()
  }
}
