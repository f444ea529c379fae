/** The intervals of the scheduler's calls by path, in milliseconds; the same as in vercel.json. */
const hostIntervals = { reconcile: 600_000, announcements: 60_000 }

/**
 * Calls the site's tasks as a host's scheduler does, until it is stopped.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - CRON_SECRET
 * @param intervals - the intervals by path in milliseconds; by default those of vercel.json
 * @returns a function that stops the scheduler
 */
export function startScheduler(
  siteOrigin: string,
  secret: string,
  intervals: Record<string, number> = hostIntervals,
): () => void {
  const call = (task: string) =>
    fetch(`${siteOrigin}/api/cron/${task}`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      (response) => response.body?.cancel(),
      // The site's own log has the reason; the next call tries again.
      () => {},
    )
  const timers = Object.entries(intervals).map(([task, intervalMs]) => setInterval(call, intervalMs, task))
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}
