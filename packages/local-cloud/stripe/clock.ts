import type { ObjectStore } from './store/objects.ts'
import type { AccountClock } from './work.ts'

/** The account's time: the machine's, plus what has been advanced, which survives restarts. */
export class MovableClock implements AccountClock {
  private readonly store: ObjectStore
  private readonly machine: () => number
  /** While time is being advanced: where it stands at the moment. Seconds since 1970. */
  private held: number | undefined

  /** `machine` gives milliseconds since 1970. */
  constructor(store: ObjectStore, machine: () => number) {
    this.store = store
    this.machine = machine
  }

  /** How far ahead of the machine's clock it is. Seconds. */
  get offset(): number {
    return Number(this.store.setting('clock_offset') ?? 0)
  }

  now(): number {
    return this.held ?? this.target()
  }

  /** The time as it is when nothing holds it. Seconds since 1970. */
  target(): number {
    return Math.floor(this.machine() / 1000) + this.offset
  }

  /** Moves the time on for good. Seconds. */
  advance(seconds: number): void {
    this.store.set('clock_offset', String(this.offset + seconds))
  }

  /** Lets the time stand at a moment, while what was due then is being done; undefined lets it run again. */
  hold(at: number | undefined): void {
    this.held = at
  }
}
