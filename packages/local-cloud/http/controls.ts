import type { Disturbance } from './deliveryQueue.ts'

/** Controls of a vendor's webhook deliveries. */
export type WebhookControl = {
  recent: () => unknown[]
  /** Sends a delivery again. Returns false when the id is unknown. */
  replay: (id: string) => boolean
  /** Changes the disturbance of the next deliveries. */
  disturb: (change: Partial<Disturbance>) => void
  disturbance: () => Disturbance
  /** The number of unsent deliveries. */
  pending?: () => number
}

/** A clock that can be advanced. */
export type ClockControl = {
  /** Seconds since 1970, and the offset from the machine's clock. */
  read: () => { now: number; offsetSeconds: number }
  /** Advances the clock, and processes what becomes due. Seconds. */
  advance: (seconds: number) => void
}
