import { setTimeout as wait } from 'node:timers/promises'
import type { ObjectStore } from '../store/objects.ts'
import { deliver } from './deliver.ts'
import { endpointSecret } from './secrets.ts'
import type { Delivery, DeliveryStore } from './store.ts'

/** How long to wait before the second, third … attempt; then a delivery is given up. Seconds, 33 minutes in all. */
export const RETRY_DELAYS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** How deliveries are made to go wrong. */
export type Disturbance = {
  /** How many deliveries still get lost. */
  drop: number
  /** How long each delivery waits before it is sent. Milliseconds. */
  delayMs: number
  /** Whether each delivery is sent twice. */
  duplicate: boolean
  /** Whether those that wait together are sent newest first. */
  reorder: boolean
}

/** How long deliveries are gathered when they are to be put into disorder. Milliseconds. */
const GATHERING = 150

/**
 * Sends deliveries, those of one endpoint one after the other, different endpoints side by side. One that fails
 * waits for its next attempt on its own, without holding up the rest.
 */
export class DeliveryQueue {
  private readonly objects: ObjectStore
  private readonly store: DeliveryStore
  private readonly lanes = new Map<string, Promise<void>>()
  private readonly timers = new Set<NodeJS.Timeout>()
  /** Deliveries that are in a lane or wait for a timer. */
  private readonly taken = new Set<string>()
  private readonly stopping = new AbortController()
  private disturbance: Disturbance = { drop: 0, delayMs: 0, duplicate: false, reorder: false }
  private gathering: NodeJS.Timeout | undefined

  /** Nothing is sent until `wake`. */
  constructor(objects: ObjectStore, store: DeliveryStore) {
    this.objects = objects
    this.store = store
  }

  /** Takes up what has been noted since. Call it after every transaction. */
  wake(): void {
    if (this.stopping.signal.aborted) return
    if (this.disturbance.reorder) {
      this.gathering ??= setTimeout(() => {
        this.gathering = undefined
        this.takeUp(true)
      }, GATHERING)
    } else {
      this.takeUp(false)
    }
  }

  private takeUp(reversed: boolean): void {
    const waiting = this.store.pending().filter(({ id }) => !this.taken.has(id))
    for (const delivery of reversed ? waiting.reverse() : waiting) this.schedule(delivery)
  }

  /** Changes how deliveries go wrong from now on. */
  disturb(change: Partial<Disturbance>): void {
    this.disturbance = { ...this.disturbance, ...change }
  }

  /** How deliveries go wrong at present. */
  disturbed(): Disturbance {
    return { ...this.disturbance }
  }

  /** Sends a delivery again, whatever came of it before. */
  replay(delivery: Delivery): void {
    this.store.settle(delivery, 'pending', 0, Date.now())
    this.wake()
  }

  private schedule(delivery: Delivery): void {
    this.taken.add(delivery.id)
    const delay = delivery.dueAt - Date.now()
    if (delay <= 0) {
      this.enter(delivery)
      return
    }
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.enter(delivery)
    }, delay)
    timer.unref()
    this.timers.add(timer)
  }

  private enter(delivery: Delivery): void {
    const before = this.lanes.get(delivery.endpointId) ?? Promise.resolve()
    const turn = before
      .then(() => this.handle(delivery))
      .catch((error) => {
        if (!this.stopping.signal.aborted)
          console.error('local cloud: a Stripe event was not delivered:', error)
      })
      .finally(() => {
        if (this.lanes.get(delivery.endpointId) === turn) this.lanes.delete(delivery.endpointId)
      })
    this.lanes.set(delivery.endpointId, turn)
  }

  private async handle(noted: Delivery): Promise<void> {
    const { signal } = this.stopping
    this.taken.delete(noted.id)
    const delivery = this.store.get(noted.id)
    if (signal.aborted || delivery?.status !== 'pending') return
    if (this.disturbance.drop > 0) {
      this.disturbance.drop -= 1
      return this.store.settle(delivery, 'dropped')
    }
    this.taken.add(delivery.id)
    try {
      if (this.disturbance.delayMs > 0) await wait(this.disturbance.delayMs, undefined, { signal })
      if (this.disturbance.duplicate) await this.attempt(delivery, true)
      if (!signal.aborted) await this.attempt(delivery)
    } finally {
      this.taken.delete(delivery.id)
    }
    const after = this.store.get(delivery.id)
    if (after?.status === 'pending') this.schedule(after)
  }

  private async attempt(delivery: Delivery, extra = false): Promise<void> {
    const endpoint = this.objects.get('webhook_endpoint', delivery.endpointId)
    const event = this.objects.get('event', delivery.eventId)
    if (!endpoint || !event || endpoint.status !== 'enabled') return this.store.settle(delivery, 'dropped')
    const attempt = await deliver(
      endpoint,
      endpointSecret(this.objects, endpoint.id),
      event,
      this.stopping.signal,
    )
    // Broken off by shutting down: it stays pending, and the next start sends it again.
    if (this.stopping.signal.aborted) return
    this.store.record(delivery.id, attempt)
    if (extra) return
    if (attempt.failureReason === null) return this.store.settle(delivery, 'success')
    const delay = RETRY_DELAYS[delivery.failures]
    if (delay === undefined) return this.store.settle(delivery, 'failure', delivery.failures + 1)
    this.store.settle(delivery, 'pending', delivery.failures + 1, Date.now() + delay * 1000)
  }

  /** Resolves when nothing is being sent at the moment; what waits for a further attempt still waits. */
  async idle(): Promise<void> {
    while (this.lanes.size > 0) await Promise.all(this.lanes.values())
  }

  /** Stops sending. What is left is sent after the next start. */
  async close(): Promise<void> {
    this.stopping.abort()
    clearTimeout(this.gathering)
    for (const timer of this.timers) clearTimeout(timer)
    await this.idle()
  }
}
