import { setTimeout as wait } from 'node:timers/promises'

/**
 * The seconds before the second, third … attempt, about 34 minutes in all. Like the vendors' delays, they grow
 * (https://www.sanity.io/docs/content-lake/webhooks, https://docs.stripe.com/webhooks).
 */
const retryDelaysSeconds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** The pauses between attempts while a receiver is unreachable. The last one repeats. */
const unreachableDelaysSeconds = retryDelaysSeconds.filter((seconds) => seconds <= 30)
/** The age at which a message for an unreachable receiver fails: the sum of all retry delays. */
const maxWaitMs = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000

/** A message's stored status. `failure` is final; a simulated loss, or a deleted or disabled receiver, drops a message. */
export type MessageStatus = 'pending' | 'success' | 'failure' | 'dropped'

/**
 * The result of one attempt: delivered; failed with a retry (`failure`) or without (`refused`); receiver unreachable
 * (`unreachable`, with a retry); receiver deleted or disabled (`dropped`).
 */
export type DeliveryOutcome = 'success' | 'failure' | 'refused' | 'unreachable' | 'dropped'

/** The stored messages of a vendor. Times are in milliseconds since 1970. */
export type Outbox<Message> = {
  /** The receivers that may have waiting messages. */
  receivers(): string[]
  /** The first message that is due for a receiver. */
  due(receiver: string, now: number): Message | undefined
  /** The time at which a receiver's next message is due; undefined when none waits. */
  nextDue(receiver: string): number | undefined
  /** Fails a receiver's waiting messages that are older than a time. */
  expire(receiver: string, before: number): void
  /** Makes one attempt, and stores its result unless `stop` has aborted it. */
  send(message: Message, stop: AbortSignal): Promise<DeliveryOutcome>
  /** Stores a message's status, its number of failed attempts, and the time of the next attempt. */
  settle(message: Message, status: MessageStatus, failures: number, dueAt?: number): void
}

/** Simulated failures of deliveries. */
export type Disturbance = {
  /** The number of next deliveries that are lost. */
  drop: number
  /** The delay before each delivery. */
  delayMs: number
  duplicate: boolean
}

/** The state of sending one receiver's messages. */
type SendingState = {
  /** The current attempts. Resolves when no message is due, or the receiver is unreachable. */
  running: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  /** The number of consecutive attempts without a response, or in which the outbox failed. */
  failedAttempts: number
}

/**
 * Sends each receiver's messages one at a time in the order of the outbox, and serves receivers in parallel. A failed
 * message does not block later messages while it waits for its retry. While a receiver is unreachable, one due message is
 * attempted after each pause, and the others wait in the outbox.
 */
export class DeliveryQueue<Message extends { failures: number }> {
  private readonly outbox: Outbox<Message>
  private readonly states = new Map<string, SendingState>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false }

  /** Sends nothing until `wake` or `wakeAll`. */
  constructor(outbox: Outbox<Message>) {
    this.outbox = outbox
  }

  /** Sends every waiting message when it is due, including messages that an earlier process stored. */
  wakeAll(): void {
    if (this.stopping.signal.aborted) return
    for (const receiver of this.outbox.receivers()) this.wake(receiver)
  }

  /** Sends a receiver's messages when they are due. `ignoreBackoff` skips the pause of an unreachable receiver. */
  wake(receiver: string, { ignoreBackoff = false } = {}): void {
    if (this.stopping.signal.aborted) return
    const state = this.states.get(receiver) ?? { running: undefined, timer: undefined, failedAttempts: 0 }
    this.states.set(receiver, state)
    if (state.running || (state.failedAttempts > 0 && state.timer && !ignoreBackoff)) return
    clearTimeout(state.timer)
    state.timer = undefined
    state.running = this.run(receiver, state)
      .catch((error) => {
        // The outbox could not be read or written, for example on a full disk. It is read again after a pause.
        state.failedAttempts += 1
        if (!this.stopping.signal.aborted) console.error('local cloud: webhook delivery failed:', error)
      })
      .finally(() => {
        state.running = undefined
        this.schedule(receiver, state)
      })
  }

  /** Changes the simulated failures of the next deliveries. Omitted fields stay. */
  changeDisturbance(change: Partial<Disturbance>): void {
    this.disturbance = { ...this.disturbance, ...change }
  }

  /** The active simulated failures. */
  readDisturbance(): Disturbance {
    return { ...this.disturbance }
  }

  private async run(receiver: string, state: SendingState): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const message = this.outbox.due(receiver, Date.now())
      if (!message) return
      const isUnreachable = await this.process(message)
      state.failedAttempts = isUnreachable ? state.failedAttempts + 1 : 0
      if (isUnreachable) {
        this.outbox.expire(receiver, Date.now() - maxWaitMs)
        return
      }
    }
  }

  private schedule(receiver: string, state: SendingState): void {
    if (this.stopping.signal.aborted) return
    const nextDueAt = this.outbox.nextDue(receiver)
    if (nextDueAt === undefined) {
      this.states.delete(receiver)
      return
    }
    const pauseMs =
      (unreachableDelaysSeconds[Math.min(state.failedAttempts, unreachableDelaysSeconds.length) - 1] ?? 0) *
      1000
    state.timer = setTimeout(
      () => {
        state.timer = undefined
        this.wake(receiver)
      },
      Math.max(nextDueAt - Date.now(), pauseMs),
    ).unref()
  }

  /** Sends or drops a message, and stores its status. Resolves to whether its receiver was unreachable. */
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
    // The shutdown aborted the attempt: the message stays pending until the next start.
    if (signal.aborted) return false
    const delaySeconds = outcome === 'refused' ? undefined : retryDelaysSeconds[message.failures]
    if (outcome === 'success' || outcome === 'dropped') {
      this.outbox.settle(message, outcome, message.failures)
    } else if (delaySeconds === undefined) this.outbox.settle(message, 'failure', message.failures + 1)
    else this.outbox.settle(message, 'pending', message.failures + 1, Date.now() + delaySeconds * 1000)
    return outcome === 'unreachable'
  }

  /** Resolves when no message is being sent. */
  async idle(): Promise<void> {
    const running = () => [...this.states.values()].flatMap((state) => state.running ?? [])
    while (running().length > 0) await Promise.all(running())
  }

  /** Stops sending. The next start sends the remaining messages. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const { timer } of this.states.values()) clearTimeout(timer)
    await this.idle()
  }
}
