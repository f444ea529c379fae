import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = {
  /** In milliseconds of `performance.now()`. */
  endsAtMs: number
  /** Keeps the process alive for work after the response. */
  keepAlive: (work: Promise<unknown>) => void
}

const deadlines = new AsyncLocalStorage<Deadline>()

/**
 * Sets a deadline for `work` and everything that it calls, normally the work of one request to the site. The deadline
 * interrupts nothing: most requests to vendors and the database cap their timeouts with {@link capToDeadline}.
 *
 * @param timeoutMs - the time until the deadline
 * @param keepAlive - receives the work of {@link runAfterResponse}
 */
export function withDeadline<Result>(
  timeoutMs: number,
  work: () => Promise<Result>,
  keepAlive: Deadline['keepAlive'] = () => {},
): Promise<Result> {
  return deadlines.run({ endsAtMs: performance.now() + timeoutMs, keepAlive }, work)
}

/** Caps a timeout to the time left before the deadline, at least 0. Does not cap outside of {@link withDeadline}. */
export function capToDeadline(timeoutMs: number): number {
  const deadline = deadlines.getStore()
  if (!deadline) return timeoutMs
  return Math.min(timeoutMs, Math.max(0, Math.ceil(deadline.endsAtMs - performance.now())))
}

/**
 * Keeps the process alive until `work` settles, since a host may stop or freeze it after the response. Ignores errors
 * of `work`. Outside of {@link withDeadline} it does nothing else.
 */
export function runAfterResponse(work: Promise<unknown>): void {
  const settled = work.catch(() => {})
  deadlines.getStore()?.keepAlive(settled)
}
