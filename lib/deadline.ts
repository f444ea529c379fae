import { AsyncLocalStorage } from 'node:async_hooks'

type Deadline = {
  /** By `performance.now()`. */
  end: number
  /** Keeps the process alive for work that goes on after the answer. */
  keepAlive: (work: Promise<unknown>) => void
}

const deadlines = new AsyncLocalStorage<Deadline>()

/**
 * Gives `work`, and everything that it waits for, so much time in all. Nothing is interrupted at the end: what asks
 * Stripe, the account service, the content lake or the database takes no longer than {@link capToDeadline} allows, unless others
 * share the question.
 *
 * @param milliseconds - how much time there is
 * @param keepAlive - as {@link runAfterResponse} hands work on; without it nobody has to be told
 */
export function withDeadline<Result>(
  milliseconds: number,
  work: () => Promise<Result>,
  keepAlive: Deadline['keepAlive'] = () => {},
): Promise<Result> {
  return deadlines.run({ end: performance.now() + milliseconds, keepAlive }, work)
}

/**
 * How long one step may take: so many milliseconds, or what is left of the request's time when that is less, 0 when it
 * is over. Outside of a request nothing is taken off.
 */
export function capToDeadline(milliseconds: number): number {
  const deadline = deadlines.getStore()
  if (!deadline) return milliseconds
  return Math.min(milliseconds, Math.max(0, Math.ceil(deadline.end - performance.now())))
}

/** Lets work go on after the answer: a host stops or freezes the process otherwise. Its failure is its own affair. */
export function runAfterResponse(work: Promise<unknown>): void {
  const settled = work.catch(() => {})
  deadlines.getStore()?.keepAlive(settled)
}
