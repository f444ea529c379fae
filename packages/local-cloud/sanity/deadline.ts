import { ApiError } from './errors.ts'

/** The limit of https://www.sanity.io/docs/content-lake/technical-limits. */
const queryTimeoutMs = 5000

const stepsBetweenClockReads = 500

/**
 * The deadline of a query, or of a filter of a listener or webhook. Evaluation is synchronous, so each step calls `check`, which
 * reads the clock every `stepsBetweenClockReads` steps.
 */
export class Deadline {
  private readonly timeoutMs: number
  private readonly endMs: number
  private steps = 0

  constructor(timeoutMs = queryTimeoutMs) {
    this.timeoutMs = timeoutMs
    this.endMs = performance.now() + timeoutMs
  }

  /** Counts a step. Throws an ApiError (408) after the deadline. */
  check(): void {
    this.steps += 1
    if (this.steps % stepsBetweenClockReads !== 0 || performance.now() <= this.endMs) return
    const description = `Query timeout: the query takes longer than ${this.timeoutMs / 1000} s`
    throw new ApiError(408, description, { error: { type: 'queryTimeoutError', description } })
  }
}
