import { isNativeError } from 'node:util/types'
import { createContext, Script } from 'node:vm'
import { ApiError } from './errors.ts'

/** A query's CPU time limit. It is lower than the hosted service's, because a query blocks all other requests. */
const queryTimeoutMs = 1000

const stepsBetweenClockReads = 500

const sandbox = createContext({ run: (): unknown => undefined })
const script = new Script('run()')

/**
 * The deadline of a query, or of a listener's or webhook's filter. Evaluation is synchronous; each step calls `check`,
 * which reads the clock every `stepsBetweenClockReads` steps. Only CPU time counts, since other processes cause delays.
 */
export class Deadline {
  private readonly timeoutMs: number
  private readonly startUsage = process.cpuUsage()
  private steps = 0

  constructor(timeoutMs = queryTimeoutMs) {
    this.timeoutMs = timeoutMs
  }

  /** Counts a step. Throws an ApiError (408) after the deadline. */
  check(): void {
    this.steps += 1
    if (this.steps % stepsBetweenClockReads === 0 && this.readUsedMs() > this.timeoutMs)
      throw this.createError()
  }

  /**
   * Calls the synchronous `run`, which must not change anything, and stops it after the deadline even within a step,
   * such as matching a regular expression. Costs about half a millisecond. Throws an ApiError (408) after the deadline.
   */
  interrupt<Result>(run: () => Result): Result {
    sandbox.run = run
    for (let attemptMs = this.timeoutMs; ; attemptMs *= 2) {
      try {
        return script.runInContext(sandbox, { timeout: attemptMs })
      } catch (error) {
        // A timeout's error comes from a different context, so `instanceof` does not recognize it.
        const isTimeout =
          isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        if (!isTimeout) throw error
      }
      // A query that got too little CPU time, because the machine was busy, runs again.
      if (this.readUsedMs() > this.timeoutMs / 2) throw this.createError()
    }
  }

  private readUsedMs(): number {
    const { user, system } = process.cpuUsage(this.startUsage)
    return (user + system) / 1000
  }

  private createError(): ApiError {
    const description = `Query timeout: the query took longer than ${this.timeoutMs / 1000} s`
    return new ApiError(408, description, { error: { type: 'queryTimeoutError', description } })
  }
}
