import type { ObjectStore } from './store/objects.ts'

/** The account's clock. Its offset from the machine's clock survives restarts. */
export class MovableClock {
  private readonly store: ObjectStore
  private readonly getMachineTimeMs: () => number
  private frozenTime: number | undefined

  /** `getMachineTimeMs` returns Unix time in milliseconds. */
  constructor(store: ObjectStore, getMachineTimeMs: () => number) {
    this.store = store
    this.getMachineTimeMs = getMachineTimeMs
  }

  /** Seconds ahead of the machine's clock. */
  get offsetSeconds(): number {
    return Number(this.store.getSetting('clock_offset') ?? 0)
  }

  /** Returns the frozen time, or else the running time, as Unix time in seconds. */
  now(): number {
    return this.frozenTime ?? this.getRunningTime()
  }

  /** Returns the machine's time plus the offset, as Unix time in seconds, even while the clock is frozen. */
  getRunningTime(): number {
    return Math.floor(this.getMachineTimeMs() / 1000) + this.offsetSeconds
  }

  advance(seconds: number): void {
    this.store.setSetting('clock_offset', String(this.offsetSeconds + seconds))
  }

  /** Freezes the clock at `time`, a Unix time in seconds. */
  freezeAt(time: number): void {
    this.frozenTime = time
  }

  unfreeze(): void {
    this.frozenTime = undefined
  }
}
