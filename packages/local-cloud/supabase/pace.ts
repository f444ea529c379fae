import { setTimeout as wait } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'
import type { AuthEnvironment } from './context.ts'

/** How long to wait so that an answer that took `elapsed` milliseconds leaves at the next multiple of `grid`. */
export function untilNextBeat(elapsed: number, grid: number): number {
  return grid > 0 ? Math.ceil(elapsed / grid) * grid - elapsed : 0
}

/**
 * Lets answers leave at multiples of `grid` milliseconds after the request, whether they are good or bad: how long
 * the work took, and so whether an address has an account, cannot be told from outside.
 */
export function pace(grid: number): MiddlewareHandler<AuthEnvironment> {
  return async (_, next) => {
    const started = performance.now()
    await next()
    const rest = untilNextBeat(performance.now() - started, grid)
    if (rest > 0) await wait(rest)
  }
}
