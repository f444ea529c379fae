import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = {
  /** In milliseconds of `performance.now()`. */
  end: number
  /** Keeps the process alive for work after the response. */
  keepAlive: (work: Promise<unknown>) => void
}

const deadlines = new AsyncLocalStorage<Deadline>()

/**
 * Sets a deadline for `work` and everything that it awaits. Nothing is interrupted at the deadline: requests to
 * Stripe, the account service, the Content Lake or the database take no longer than {@link capToDeadline} allows,
 * unless they are shared.
 *
 * @param milliseconds - until the deadline
 * @param keepAlive - receives the work of {@link runAfterResponse}
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  keepAlive: Deadline['keepAlive'] = () => {},
): Promise<Result> {
  return deadlines.run({ end: performance.now() + milliseconds, keepAlive }, work)
}

/** Caps a timeout to the time left before the request's deadline, at least 0. Does not cap outside of a request. */
export function capToDeadline(milliseconds: number): number {
  const deadline = deadlines.getStore()
  if (!deadline) return milliseconds
  return Math.min(milliseconds, Math.max(0, Math.ceil(deadline.end - performance.now())))
}

/** Continues work after the response: a host stops or freezes the process otherwise. Its errors are ignored. */
export function runAfterResponse(work: Promise<unknown>): void {
  const settled = work.catch(() => {})
  deadlines.getStore()?.keepAlive(settled)
}
