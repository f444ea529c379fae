/** External callers that are monitored for missing calls. */
type Caller = 'content_webhook' | 'stripe_webhook' | 'scheduler'

declare global {
  /**
   * When the work of each caller was last done, in milliseconds of `performance.now()`. Global, since Next bundles routes
   * separately.
   */
  var lastRuns: Map<Caller, number> | undefined
}

/** Records that a caller was authenticated and its work was done. */
export function recordRun(caller: Caller): void {
  globalThis.lastRuns ??= new Map()
  globalThis.lastRuns.set(caller, performance.now())
}

/** Returns the seconds since this process last did the work of each caller; null if it never did. */
export function getLastRunAges(): Record<`${Caller}_age_seconds`, number | null> {
  const getAgeSeconds = (caller: Caller) => {
    const doneAt = globalThis.lastRuns?.get(caller)
    return doneAt === undefined ? null : Math.round((performance.now() - doneAt) / 1000)
  }
  return {
    content_webhook_age_seconds: getAgeSeconds('content_webhook'),
    stripe_webhook_age_seconds: getAgeSeconds('stripe_webhook'),
    scheduler_age_seconds: getAgeSeconds('scheduler'),
  }
}
