import { startScheduler } from '../scripts/stack/scheduler.ts'

const { SCHEDULER_SITE, CRON_SECRET } = process.env
if (!SCHEDULER_SITE || !CRON_SECRET) {
  console.error(
    'SCHEDULER_SITE or CRON_SECRET is missing. Set both: the site origin, and the secret that its tasks require.',
  )
  process.exit(1)
}

const stop = startScheduler(SCHEDULER_SITE, CRON_SECRET)
// The scheduler's own timers do not keep the process running.
const keepAliveTimer = setInterval(() => {}, 2 ** 30)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop()
    clearInterval(keepAliveTimer)
  })
}
