/** The intervals of the scheduler's calls by task, the same as in vercel.json. */
const hostIntervalsMs = { reconcile: 600_000, announcements: 60_000 }

/**
 * Calls the site's tasks as a host's scheduler does, until it is stopped.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - CRON_SECRET
 * @param intervalsMs - by task, the last part of the path; by default the intervals of vercel.json
 * @returns a function that stops the scheduler
 */
export function startScheduler(
  siteOrigin: string,
  secret: string,
  intervalsMs: Record<string, number> = hostIntervalsMs,
): () => void {
  const call = (task: string) =>
    fetch(`${siteOrigin}/api/cron/${task}`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      (response) => response.body?.cancel(),
      // The next call tries again.
      () => {},
    )
  const timers = Object.entries(intervalsMs).map(([task, intervalMs]) => setInterval(call, intervalMs, task))
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}
