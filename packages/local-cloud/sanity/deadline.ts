/** The hosted service answers 408 after as long (https://www.sanity.io/docs/content-lake/technical-limits). */
const queryTimeoutMs = 5000

const stepsBetweenChecks = 500

/** Thrown by a query that runs past its deadline. */
export class DeadlineExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`Query timeout: it takes longer than the ${timeoutMs / 1000} s that a query may take`)
    this.name = 'DeadlineExceeded'
  }
}

/** The deadline of one query. Evaluation is synchronous, so it counts its steps here and is stopped here. */
export class Deadline {
  private readonly timeoutMs: number
  private readonly end: number
  private steps = 0

  constructor(timeoutMs = queryTimeoutMs) {
    this.timeoutMs = timeoutMs
    this.end = performance.now() + timeoutMs
  }

  /** Counts a step. Throws a DeadlineExceeded when the time is up. */
  check(): void {
    this.steps += 1
    if (this.steps % stepsBetweenChecks === 0 && performance.now() > this.end) {
      throw new DeadlineExceeded(this.timeoutMs)
    }
  }
}
