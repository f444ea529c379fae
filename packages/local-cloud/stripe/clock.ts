import type { ObjectStore } from './store/objects.ts'

/** The account's time, whose offset from the machine's survives restarts. */
export class MovableClock {
  private readonly store: ObjectStore
  private readonly machine: () => number
  private held: number | undefined

  /** `machine` returns milliseconds since 1970. */
  constructor(store: ObjectStore, machine: () => number) {
    this.store = store
    this.machine = machine
  }

  /** Seconds ahead of the machine's clock. */
  get offset(): number {
    return Number(this.store.setting('clock_offset') ?? 0)
  }

  /** Seconds since 1970. */
  now(): number {
    return this.held ?? this.target()
  }

  /** The time without a hold. Seconds since 1970. */
  target(): number {
    return Math.floor(this.machine() / 1000) + this.offset
  }

  /** Advances the time. Seconds. */
  advance(seconds: number): void {
    this.store.set('clock_offset', String(this.offset + seconds))
  }

  /** Stops the clock at a time in seconds since 1970, until it is called with undefined. */
  hold(at: number | undefined): void {
    this.held = at
  }
}
