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

/**
 * Sends messages: those of one webhook one after the other, in the order of the changes, different webhooks side by
 * side. One that fails waits for its next attempt on its own, without holding up the rest.
 */
export class DeliveryQueue {
  private readonly store: HookStore
  private readonly lanes = new Map<string, Promise<void>>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false }

  /** Nothing is sent until `resume` or `add`. */
  constructor(store: HookStore) {
    this.store = store
  }

  /** Takes up what an earlier run didn't finish. */
  resume(): void {
    for (const message of this.store.pending()) this.schedule(message)
  }

  /** Sends a message that has been stored, as soon as it is its turn. */
  add(message: Message): void {
    this.schedule(message)
  }

  /** Changes how deliveries go wrong from now on. */
  disturb(change: Partial<Disturbance>): void {
    this.disturbance = { ...this.disturbance, ...change }
  }

  /** How deliveries go wrong at present. */
  disturbed(): Disturbance {
    return { ...this.disturbance }
  }

  private schedule(message: Message): void {
    if (this.stopping.signal.aborted) return
    const delay = message.dueAt - Date.now()
    if (delay <= 0) {
      this.enter(message)
      return
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.enter(message)
    }, delay)
    timer.unref()
    this.timers.add(timer)
  }

  private enter(message: Message): void {
    const before = this.lanes.get(message.hookId) ?? Promise.resolve()
    const turn = before
      .then(() => this.handle(message))
      .catch((error) => {
        if (!this.stopping.signal.aborted) console.error('local cloud: a webhook delivery failed:', error)
      })
      .finally(() => {
        if (this.lanes.get(message.hookId) === turn) this.lanes.delete(message.hookId)
      })
    this.lanes.set(message.hookId, turn)
  }

  private async handle(message: Message): Promise<void> {
    const { signal } = this.stopping
    if (signal.aborted || this.store.message(message.id)?.status !== 'pending') return
    const { drop, delayMs, duplicate } = this.disturbance
    if (drop > 0) {
      this.disturbance.drop -= 1
      this.store.settle(message.id, 'dropped', message.failures)
      return
    }
    if (delayMs > 0) await wait(delayMs, undefined, { signal })
    await this.attempt(message)
    if (duplicate && !signal.aborted) await this.attempt(message, true)
  }

  private async attempt(message: Message, again = false): Promise<void> {
    const hook = this.store.hook(message.hookId)
    if (!hook || (hook.isDisabledByUser && !again))
      return this.store.settle(message.id, 'dropped', message.failures)
    const attempt = await deliver(hook, message, this.stopping.signal)
    // Broken off by shutting down: it stays pending, and the next start sends it again.
    if (this.stopping.signal.aborted) return
    this.store.record(attempt)
    if (again) return
    if (!attempt.isFailure) return this.store.settle(message.id, 'success', message.failures)
    const failures = message.failures + 1
    const delay = RETRY_DELAYS[message.failures]
    if (delay === undefined || !isWorthRetrying(attempt)) {
      return this.store.settle(message.id, 'failure', failures)
    }
    const dueAt = Date.now() + delay * 1000
    this.store.settle(message.id, 'pending', failures, dueAt)
    this.schedule({ ...message, failures, dueAt })
  }

  /** Resolves when nothing is being sent at the moment. */
  async idle(): Promise<void> {
    while (this.lanes.size > 0) await Promise.all(this.lanes.values())
  }

  /** Stops sending. What is left is sent after the next start. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const timer of this.timers) clearTimeout(timer)
    await this.idle()
  }
}
