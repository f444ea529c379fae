/** How often a scheduler calls, as vercel.json has it. Milliseconds. */
const every = 600_000

/**
 * Calls the site's reconciliation as a host's scheduler does, until it is stopped.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - CRON_SECRET
 * @returns stops it
 */
export function startScheduler(siteOrigin: string, secret: string): () => void {
  const call = () =>
    fetch(`${siteOrigin}/api/cron/reconcile`, { headers: { Authorization: `Bearer ${secret}` } }).then(
      (response) => response.body?.cancel(),
      // The site's own log has the reason; the next call tries again.
      () => {},
    )
  const timer = setInterval(call, every)
  timer.unref()
  return () => clearInterval(timer)
}
