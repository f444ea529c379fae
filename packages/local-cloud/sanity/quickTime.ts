import type { Allowance } from './budget.ts'

/** What a query or a transaction may take where it holds up everybody else. */
export const QUICK: Allowance = { time: 100, memory: 64_000_000 }
/** What one may always take, which is enough for nearly all. Milliseconds. */
const LEAST = 5
/** How much of what was used in vain comes back, of all time that passes. */
const SHARE = 0.1

/**
 * What queries, or transactions, may take of the main thread before they go on elsewhere. What they have used there in vain
 * is taken off, so that many slow ones at once hold up everybody else hardly longer than a single one.
 */
export class QuickTime {
  /** After one in vain comes what else the thread has to do: fulfilled when the next one may begin. */
  turn: Promise<void> | undefined
  private readonly most: Allowance
  private readonly now: () => number
  private spare: number
  private last: number

  /** `most` is for one that nobody else comes with, `now` a clock that only goes forward, in milliseconds. */
  constructor(most: Allowance, now: () => number = () => performance.now()) {
    this.most = most
    this.now = now
    this.spare = most.time
    this.last = now()
  }

  /** What the next may take. */
  allowance(): Allowance {
    const now = this.now()
    this.spare = Math.min(this.spare + (now - this.last) * SHARE, this.most.time)
    this.last = now
    return { ...this.most, time: Math.min(Math.max(this.spare, LEAST), this.most.time) }
  }

  /** Takes off what was used, in milliseconds. */
  used(time: number): void {
    this.spare = Math.max(this.spare - time, 0)
  }

  /** Takes off what was used in vain. */
  lost({ time }: Allowance): void {
    this.used(time)
    this.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined
        resolve()
      })
    })
  }
}
