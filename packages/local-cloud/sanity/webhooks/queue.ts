import { setTimeout as wait } from 'node:timers/promises'
import { deliver, isWorthRetrying } from './deliver.ts'
import type { HookStore, Message } from './store.ts'

/**
 * How long to wait before the second, third … attempt; then the message is given up. Seconds, 33 minutes in all. That
 * pauses grow is the hosted service's way (https://www.sanity.io/docs/content-lake/webhooks), the steps are our own.
 */
export const RETRY_DELAYS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** How deliveries are made to go wrong. */
export type Disturbance = {
  /** How many messages still get lost. */
  drop: number
  /** How long each message waits before it is sent. Milliseconds. */
  delayMs: number
  /** Whether each message is sent twice. */
  duplicate: boolean
}

/** How long a receiver that does not answer at all is left alone, each time longer. Seconds. */
const ABSENCE_DELAYS = RETRY_DELAYS.filter((seconds) => seconds <= 30)
/** A message that waits for an absent receiver is given up when its attempts would have ended. Milliseconds. */
const PATIENCE = RETRY_DELAYS.reduce((sum, seconds) => sum + seconds, 0) * 1000

/** The messages of one webhook on their way. */
type Lane = {
  /** Resolves when nothing more is due. */
  running: Promise<void> | undefined
  /** For the next that becomes due, or for an absent receiver. */
  timer: NodeJS.Timeout | undefined
  /** How often in a row the receiver did not answer, or its answer could not be noted. */
  absences: number
}

/**
 * Sends messages: those of one webhook one after the other, in the order of the changes, different webhooks side by
 * side. One that is refused waits for its next attempt on its own, without holding up the rest. While a receiver does not
 * answer at all everything waits for it, in the database and not in memory, and one message at a time tries again.
 */
export class DeliveryQueue {
  private readonly store: HookStore
  private readonly lanes = new Map<string, Lane>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false }

  /** Nothing is sent until `resume` or `wake`. */
  constructor(store: HookStore) {
    this.store = store
  }

  /** Takes up what an earlier run didn't finish. */
  resume(): void {
    for (const { id } of this.store.hooks()) this.wake(id)
  }

  /** Sends what has been stored for a webhook, as soon as it is its turn. `now` also when its receiver was absent. */
  wake(hookId: string, now = false): void {
    if (this.stopping.signal.aborted) return
    const lane = this.lanes.get(hookId) ?? { running: undefined, timer: undefined, absences: 0 }
    this.lanes.set(hookId, lane)
    if (lane.running || (lane.absences > 0 && lane.timer && !now)) return
    clearTimeout(lane.timer)
    lane.timer = undefined
    lane.running = this.run(hookId, lane)
      .catch((error) => {
        // What came of it could not be noted. It is sent again, after a pause.
        lane.absences += 1
        if (!this.stopping.signal.aborted) console.error('local cloud: a webhook delivery failed:', error)
      })
      .finally(() => {
        lane.running = undefined
        this.rest(hookId, lane)
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

  private async run(hookId: string, lane: Lane): Promise<void> {
    const { signal } = this.stopping
    while (!signal.aborted) {
      const message = this.store.due(hookId, Date.now())
      if (!message) return
      const absent = await this.handle(message)
      lane.absences = absent ? lane.absences + 1 : 0
      if (absent) {
        this.store.expire(hookId, Date.now() - PATIENCE)
        return
      }
    }
  }

  /** Waits for what comes next. */
  private rest(hookId: string, lane: Lane): void {
    if (this.stopping.signal.aborted) return
    const next = this.store.nextDue(hookId)
    if (next === undefined) {
      this.lanes.delete(hookId)
      return
    }
    const pause = (ABSENCE_DELAYS[Math.min(lane.absences, ABSENCE_DELAYS.length) - 1] ?? 0) * 1000
    lane.timer = setTimeout(
      () => {
        lane.timer = undefined
        this.wake(hookId)
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
      this.store.settle(message.id, 'dropped', message.failures)
      return false
    }
    if (delayMs > 0) await wait(delayMs, undefined, { signal })
    const absent = await this.attempt(message)
    if (duplicate && !signal.aborted) await this.attempt(message, true)
    return absent
  }

  private async attempt(message: Message, again = false): Promise<boolean> {
    const hook = this.store.hook(message.hookId)
    if (!hook || (hook.isDisabledByUser && !again)) {
      this.store.settle(message.id, 'dropped', message.failures)
      return false
    }
    const attempt = await deliver(hook, message, this.stopping.signal)
    // Broken off by shutting down: it stays pending, and the next start sends it again.
    if (this.stopping.signal.aborted) return false
    this.store.record(attempt)
    if (again) return false
    const failures = message.failures + (attempt.isFailure ? 1 : 0)
    const delay = RETRY_DELAYS[message.failures]
    if (!attempt.isFailure) this.store.settle(message.id, 'success', failures)
    else if (delay === undefined || !isWorthRetrying(attempt)) {
      this.store.settle(message.id, 'failure', failures)
    } else this.store.settle(message.id, 'pending', failures, Date.now() + delay * 1000)
    return attempt.isFailure && attempt.resultCode === null
  }

  /** Resolves when nothing is being sent at the moment. */
  async idle(): Promise<void> {
    const running = () => [...this.lanes.values()].flatMap((lane) => lane.running ?? [])
    while (running().length > 0) await Promise.all(running())
  }

  /** Stops sending. What is left is sent after the next start. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const { timer } of this.lanes.values()) clearTimeout(timer)
    await this.idle()
  }
}
