import { setTimeout as wait } from 'node:timers/promises'
import type { Attempt } from './attemptDelivery.ts'
import type { Delivery, DeliveryStatus, DeliveryStore } from './deliveryStore.ts'

/**
 * The delays before the second and each later attempt, about 34 minutes in all. They grow, like the vendors' delays
 * (https://www.sanity.io/docs/content-lake/webhooks, https://docs.stripe.com/webhooks).
 */
const retryDelaysSeconds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900]

/** The pauses between attempts while a receiver is unreachable. The last one repeats. */
const unreachableDelaysSeconds = retryDelaysSeconds.filter((seconds) => seconds <= 30)
/** The age at which a delivery to an unreachable receiver fails: the sum of all retry delays. */
const maxWaitMs = retryDelaysSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000

/** How a vendor sends webhooks. */
export type Sender<Content> = {
  /** Lists the receivers that may have pending deliveries. */
  receivers(): string[]
  /** Makes one attempt. Resolves to undefined when the receiver was deleted or disabled. */
  send(delivery: Delivery<Content>, stop: AbortSignal): Promise<Attempt | undefined>
  /** Whether a response with this status ends the retries. By default, each failed delivery is retried. */
  isFinal?(status: number): boolean
  /** Called in the transaction that stores a delivery's new status. */
  onSettled?(delivery: Delivery<Content>): void
}

/** Simulated failures of deliveries. */
export type DeliveryFault = {
  /** How many of the next deliveries are lost. */
  drop: number
  /** The delay before each delivery. */
  delayMs: number
  duplicate: boolean
}

/** The state of the deliveries to one receiver. */
type SendingState = {
  /** The current attempts. Resolves when no delivery is due, or the receiver is unreachable. */
  running: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
  /** The number of consecutive attempts without a response, or with a failure of the store. */
  failedAttempts: number
}

/**
 * Sends each receiver's deliveries one at a time in the order of the store, and serves receivers in parallel. A failed
 * delivery does not block later ones while it waits for its retry. While a receiver is unreachable, one due delivery is
 * attempted after each pause, and the others wait.
 */
export class DeliveryQueue<Content extends object> {
  private readonly store: DeliveryStore<Content>
  private readonly sender: Sender<Content>
  private readonly states = new Map<string, SendingState>()
  private readonly stopping = new AbortController()
  private fault: DeliveryFault = { drop: 0, delayMs: 0, duplicate: false }

  /** Sends nothing until `wake` or `wakeAll` is called. */
  constructor(store: DeliveryStore<Content>, sender: Sender<Content>) {
    this.store = store
    this.sender = sender
  }

  /** Sends all pending deliveries when they are due, including those that an earlier process stored. */
  wakeAll(): void {
    if (this.stopping.signal.aborted) return
    for (const receiver of this.sender.receivers()) this.wake(receiver)
  }

  /** Sends a receiver's deliveries when they are due. `ignoreBackoff` skips the pause of an unreachable receiver. */
  wake(receiver: string, { ignoreBackoff = false } = {}): void {
    if (this.stopping.signal.aborted) return
    const state = this.states.get(receiver) ?? { running: undefined, timer: undefined, failedAttempts: 0 }
    this.states.set(receiver, state)
    if (state.running || (state.failedAttempts > 0 && state.timer && !ignoreBackoff)) return
    clearTimeout(state.timer)
    state.timer = undefined
    state.running = this.run(receiver, state)
      .catch((error) => {
        // The store could not be read or written, for example because the disk is full. It is read again after a pause.
        state.failedAttempts += 1
        if (!this.stopping.signal.aborted) console.error('local cloud: webhook delivery failed:', error)
      })
      .finally(() => {
        state.running = undefined
        this.schedule(receiver, state)
      })
  }

  /** Changes the simulated failures of the next deliveries. Omitted fields are unchanged. */
  changeFault(change: Partial<DeliveryFault>): void {
    this.fault = { ...this.fault, ...change }
  }

  /** Returns the active simulated failures. */
  readFault(): DeliveryFault {
    return { ...this.fault }
  }

  private async run(receiver: string, state: SendingState): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const delivery = this.store.findDue(receiver)
      if (!delivery) return
      const isUnreachable = await this.process(delivery)
      state.failedAttempts = isUnreachable ? state.failedAttempts + 1 : 0
      if (isUnreachable) {
        this.store.expire(receiver, Date.now() - maxWaitMs)
        return
      }
    }
  }

  private schedule(receiver: string, state: SendingState): void {
    if (this.stopping.signal.aborted) return
    const nextDueAt = this.store.findNextDueTime(receiver)
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

  /** Returns the latest deliveries, newest first. */
  recent(): Delivery<Content>[] {
    return this.store.listLatest()
  }

  /** Sends a delivery again. Returns false when the id is unknown. */
  replay(id: string): boolean {
    const delivery = this.store.resend(id)
    if (delivery) this.wake(delivery.receiver, { ignoreBackoff: true })
    return delivery !== undefined
  }

  private async send(delivery: Delivery<Content>): Promise<Attempt | undefined> {
    const attempt = await this.sender.send(delivery, this.stopping.signal)
    if (attempt && !this.stopping.signal.aborted) this.store.recordAttempt(delivery.id, attempt)
    return attempt
  }

  private settle(delivery: Delivery<Content>, status: DeliveryStatus, retryAt?: number): void {
    const isFailure = status === 'failure' || status === 'pending'
    const failures = delivery.failures + (isFailure ? 1 : 0)
    this.store.settle(delivery.id, { status, failures, dueAt: retryAt }, () =>
      this.sender.onSettled?.(delivery),
    )
  }

  /** Sends or drops a delivery, and stores its status. Resolves to whether its receiver was unreachable. */
  private async process(delivery: Delivery<Content>): Promise<boolean> {
    const { signal } = this.stopping
    const { drop, delayMs, duplicate } = this.fault
    if (drop > 0) {
      this.fault.drop -= 1
      this.settle(delivery, 'dropped')
      return false
    }
    if (delayMs > 0) await wait(delayMs, undefined, { signal })
    if (duplicate) await this.send(delivery)
    const attempt = await this.send(delivery)
    // The shutdown aborted the attempt: the delivery stays pending until the next start.
    if (signal.aborted) return false
    if (!attempt?.failureReason) {
      this.settle(delivery, attempt ? 'success' : 'dropped')
      return false
    }
    const isFinal = attempt.resultCode !== null && this.sender.isFinal?.(attempt.resultCode)
    const delaySeconds = isFinal ? undefined : retryDelaysSeconds[delivery.failures]
    if (delaySeconds === undefined) this.settle(delivery, 'failure')
    else this.settle(delivery, 'pending', Date.now() + delaySeconds * 1000)
    return attempt.resultCode === null
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    const running = () => [...this.states.values()].flatMap((state) => state.running ?? [])
    while (running().length > 0) await Promise.all(running())
  }

  /** Stops sending. The next start sends the remaining deliveries. */
  async close(): Promise<void> {
    this.stopping.abort()
    for (const { timer } of this.states.values()) clearTimeout(timer)
    await this.idle()
  }
}
