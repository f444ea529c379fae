/** External callers that are monitored for missing calls. */
type Caller = 'content_webhook' | 'stripe_webhook' | 'scheduler'

declare global {
  /**
   * When each caller was last accepted, in milliseconds of `performance.now()`. Global, since Next bundles routes
   * separately.
   */
  var lastRuns: Map<Caller, number> | undefined
}

/** Records that a caller was authenticated and its work was done. */
export function recordRun(caller: Caller): void {
  globalThis.lastRuns ??= new Map()
  globalThis.lastRuns.set(caller, performance.now())
}

/** How long ago each caller was last accepted by this process, in seconds; null if never. */
export function getLastRunAges(): Record<`${Caller}_age_seconds`, number | null> {
  const age = (caller: Caller) => {
    const at = globalThis.lastRuns?.get(caller)
    return at === undefined ? null : Math.round((performance.now() - at) / 1000)
  }
  return {
    content_webhook_age_seconds: age('content_webhook'),
    stripe_webhook_age_seconds: age('stripe_webhook'),
    scheduler_age_seconds: age('scheduler'),
  }
}
