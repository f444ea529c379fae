import type { Allowance } from './budget.ts'

/** What a query may always take, which is enough for nearly all. Milliseconds. */
const LEAST = 5
/** How much of what was used in vain comes back, of all time that passes. */
const SHARE = 0.1

/**
 * What queries may take of the main thread before they go on elsewhere. What they have used there in vain is taken off,
 * so that many slow ones at once hold up everybody else hardly longer than a single one.
 */
export class QuickTime {
  /** After a query in vain comes what else the thread has to do: fulfilled when the next one may begin. */
  turn: Promise<void> | undefined
  private readonly most: Allowance
  private readonly now: () => number
  private spare: number
  private last: number

  /** `most` is for a query that nobody else comes with, `now` a clock that only goes forward, in milliseconds. */
  constructor(most: Allowance, now: () => number = () => performance.now()) {
    this.most = most
    this.now = now
    this.spare = most.time
    this.last = now()
  }

  /** What a query may take now. */
  allowance(): Allowance {
    const now = this.now()
    this.spare = Math.min(this.spare + (now - this.last) * SHARE, this.most.time)
    this.last = now
    return { ...this.most, time: Math.min(Math.max(this.spare, LEAST), this.most.time) }
  }

  /** Takes off what was used in vain. */
  lost({ time }: Allowance): void {
    this.spare = Math.max(this.spare - time, 0)
    this.turn ??= new Promise((resolve) => {
      setImmediate(() => {
        this.turn = undefined
        resolve()
      })
    })
  }
}
