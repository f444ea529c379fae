/** How a vendor's webhook deliveries are watched and disturbed. */
export type WebhookControl = {
  recent: () => unknown[]
  /** Sends a delivery again. Returns false when there is none with this id. */
  replay: (id: string) => boolean
  /** Changes how the next deliveries go wrong. */
  disturb: (disturbance: Disturbance) => void
  disturbance: () => Record<string, unknown>
  /** How many are still to be sent, where that is counted. */
  pending?: () => number
}

/** How deliveries go wrong from now on; what is not named stays. */
export type Disturbance = { drop?: number; delayMs?: number; duplicate?: boolean; reorder?: boolean }

/** A time that can be advanced. */
export type ClockControl = {
  /** Seconds since 1970, and how far that is ahead of the machine's clock. */
  read: () => { now: number; offsetSeconds: number }
  /** Moves it on, and does what becomes due. Seconds. */
  advance: (seconds: number) => void
}
