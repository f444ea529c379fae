import type { Disturbance } from './deliveryQueue.ts'

/** Controls of a vendor's webhook deliveries. */
export type WebhookControl = {
  /** The latest deliveries, newest first. */
  recent: () => unknown[]
  /** Sends a delivery again. Returns false when the id is unknown. */
  replay: (id: string) => boolean
  /** Changes the simulated failures of the next deliveries. */
  changeDisturbance: (change: Partial<Disturbance>) => void
  readDisturbance: () => Disturbance
  /** The number of deliveries that wait for an attempt. Only Stripe has it. */
  pending?: () => number
}

export type ClockControl = {
  /** Seconds since 1970, and the offset from the machine's clock. */
  read: () => { now: number; offsetSeconds: number }
  /** Advances the clock by seconds, and processes what becomes due. */
  advance: (seconds: number) => void
}
