/** External callers that are monitored for missed calls. */
const callers = ['content_webhook', 'stripe_webhook', 'scheduler'] as const
type Caller = (typeof callers)[number]

declare global {
  /**
   * The `performance.now()` time at which each caller's work was last completed. Global, since Next bundles routes
   * separately.
   */
  var lastRuns: Map<Caller, number> | undefined
}

/** Records that an authenticated caller's work is done. */
export function recordRun(caller: Caller): void {
  globalThis.lastRuns ??= new Map()
  globalThis.lastRuns.set(caller, performance.now())
}

/** Returns the seconds since this process last completed each caller's work; null if it never has. */
export function getLastRunAges(): Record<string, number | null> {
  const ages = callers.map((caller): [string, number | null] => {
    const doneAt = globalThis.lastRuns?.get(caller)
    return [
      `${caller}_age_seconds`,
      doneAt === undefined ? null : Math.round((performance.now() - doneAt) / 1000),
    ]
  })
  return Object.fromEntries(ages)
}
