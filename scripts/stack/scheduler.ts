/** The interval at which each route in `app/api/cron/` is called, as in vercel.json. */
const intervalsMs = { reconcile: 600_000, announcements: 60_000 }

/**
 * Calls the site's routes in `app/api/cron/` as Vercel does, until the scheduler is stopped. Failed calls are ignored.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - CRON_SECRET
 * @returns a function that stops the scheduler
 */
export function startScheduler(siteOrigin: string, secret: string): () => void {
  const call = (route: string) =>
    fetch(`${siteOrigin}/api/cron/${route}`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      (response) => response.body?.cancel(),
      // The next call tries again.
      () => {},
    )
  const timers = Object.entries(intervalsMs).map(([route, intervalMs]) =>
    setInterval(call, intervalMs, route),
  )
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}
