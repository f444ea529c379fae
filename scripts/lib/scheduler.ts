/** The intervals of the scheduler's calls by path, equal to vercel.json. Milliseconds. */
const hostsCalls = { reconcile: 600_000, announcements: 60_000 }

/**
 * Calls the site's tasks as a host's scheduler does, until it is stopped.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - CRON_SECRET
 * @param calls - the intervals by path in milliseconds; by default those of a host
 * @returns a function that stops the scheduler
 */
export function startScheduler(
  siteOrigin: string,
  secret: string,
  calls: Record<string, number> = hostsCalls,
): () => void {
  const call = (task: string) =>
    fetch(`${siteOrigin}/api/cron/${task}`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      (response) => response.body?.cancel(),
      // The site's own log has the reason; the next call tries again.
      () => {},
    )
  const timers = Object.entries(calls).map(([task, every]) => setInterval(call, every, task))
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}
