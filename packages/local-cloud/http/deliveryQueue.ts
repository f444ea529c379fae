import { setTimeout as wait } from 'node:timers/promises'

/**
 * The pauses before the second, third … attempt, 33 minutes in all. Pauses grow as the vendors'
 * (https://www.sanity.io/docs/content-lake/webhooks, https://docs.stripe.com/webhooks). Seconds.
 */
const retryDelays = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** The growing pauses while a receiver is unreachable. Seconds. */
const unreachableDelays = retryDelays.filter((seconds) => seconds <= 30)
/** A message for an unreachable receiver fails when its attempts would have ended. */
const maxWaitMs = retryDelays.reduce((sum, seconds) => sum + seconds, 0) * 1000

export type MessageStatus = 'pending' | 'success' | 'failure' | 'dropped'

/**
 * The result of one attempt: delivered; failed with a retry (`failure`) or without (`refused`); receiver unreachable
 * (`absent`); receiver deleted (`dropped`).
 */
export type Outcome = 'success' | 'failure' | 'refused' | 'absent' | 'dropped'

/** The stored messages of a vendor. Times are in milliseconds since 1970. */
export type Outbox<Message> = {
  /** The receivers that may have waiting messages. */
  receivers(): string[]
  /** The first message that is due for a receiver. */
  due(receiver: string, now: number): Message | undefined
  /** The time at which a receiver's next message is due; undefined when none waits. */
  nextDue(receiver: string): number | undefined
  /** Fails a receiver's messages that are older than a time. */
  expire(receiver: string, before: number): void
  /** Makes one attempt and logs it, unless `stop` has aborted it. */
  send(message: Message, stop: AbortSignal): Promise<Outcome>
  /** Stores a message's status, and the time of its next attempt. */
  settle(message: Message, status: MessageStatus, failures: number, dueAt?: number): void
}

/** Failures of deliveries. */
export type Disturbance = {
  /** The number of next deliveries that are lost. */
  drop: number
  /** The delay before each delivery. */
  delayMs: number
  /** Whether each delivery is sent twice. */
  duplicate: boolean
}

/** The messages of one receiver. */
type Lane = {
  /** Resolves when no message is due. */
  running: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  /** The number of consecutive attempts without a response, or whose result could not be stored. */
  absences: number
}

/**
 * Sends the messages of one receiver sequentially in the order of the changes, those of several receivers in parallel. A
 * failed message waits for its retry without blocking the others. While a receiver is unreachable, one message
 * retries and the others wait in the database.
 */
export class DeliveryQueue<Message extends { failures: number }> {
  private readonly outbox: Outbox<Message>
  private readonly lanes = new Map<string, Lane>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false }

  /** Sends nothing until `wake` or `wakeAll`. */
  constructor(outbox: Outbox<Message>) {
    this.outbox = outbox
  }

  /** Sends every waiting message, those of an earlier process included, as it becomes due. */
  wakeAll(): void {
    if (this.stopping.signal.aborted) return
    for (const receiver of this.outbox.receivers()) this.wake(receiver)
  }

  /** Sends a receiver's messages as they become due; with `now` also when it was unreachable. */
  wake(receiver: string, now = false): void {
    if (this.stopping.signal.aborted) return
    const lane = this.lanes.get(receiver) ?? { running: undefined, timer: undefined, absences: 0 }
    this.lanes.set(receiver, lane)
    if (lane.running || (lane.absences > 0 && lane.timer && !now)) return
    clearTimeout(lane.timer)
    lane.timer = undefined
    lane.running = this.run(receiver, lane)
      .catch((error) => {
        // The result could not be stored, so the message is sent again after a pause.
        lane.absences += 1
        if (!this.stopping.signal.aborted) console.error('local cloud: webhook delivery failed:', error)
      })
      .finally(() => {
        lane.running = undefined
        this.schedule(receiver, lane)
      })
  }

  /** Changes the failures of the next deliveries. */
  disturb(change: Partial<Disturbance>): void {
    this.disturbance = { ...this.disturbance, ...change }
  }

  /** The failures in force. */
  disturbed(): Disturbance {
    return { ...this.disturbance }
  }

  private async run(receiver: string, lane: Lane): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const message = this.outbox.due(receiver, Date.now())
      if (!message) return
      const isAbsent = await this.process(message)
      lane.absences = isAbsent ? lane.absences + 1 : 0
      if (isAbsent) {
        this.outbox.expire(receiver, Date.now() - maxWaitMs)
        return
      }
    }
  }

  private schedule(receiver: string, lane: Lane): void {
    if (this.stopping.signal.aborted) return
    const next = this.outbox.nextDue(receiver)
    if (next === undefined) {
      this.lanes.delete(receiver)
      return
    }
    const pauseMs = (unreachableDelays[Math.min(lane.absences, unreachableDelays.length) - 1] ?? 0) * 1000
    lane.timer = setTimeout(
      () => {
        lane.timer = undefined
        this.wake(receiver)
      },
      Math.max(next - Date.now(), pauseMs),
    ).unref()
  }

  /** Sends a message. Resolves to whether its receiver was unreachable. */
  private async process(message: Message): Promise<boolean> {
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
    // Aborted by the shutdown: it stays pending, and the next start sends it.
    if (signal.aborted) return false
    const delay = outcome === 'refused' ? undefined : retryDelays[message.failures]
    if (outcome === 'success' || outcome === 'dropped') {
      this.outbox.settle(message, outcome, message.failures)
    } else if (delay === undefined) this.outbox.settle(message, 'failure', message.failures + 1)
    else this.outbox.settle(message, 'pending', message.failures + 1, Date.now() + delay * 1000)
    return outcome === 'absent'
  }

  /** Resolves when no message is being sent. */
  async idle(): Promise<void> {
    const running = () => [...this.lanes.values()].flatMap((lane) => lane.running ?? [])
    while (running().length > 0) await Promise.all(running())
  }

  /** Stops sending. The next start sends the remaining messages. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const { timer } of this.lanes.values()) clearTimeout(timer)
    await this.idle()
  }
}
