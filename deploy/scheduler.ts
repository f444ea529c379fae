import { startScheduler } from '../scripts/stack/scheduler.ts'

const { SCHEDULER_SITE, CRON_SECRET } = process.env
if (!SCHEDULER_SITE || !CRON_SECRET) {
  console.error(
    'SCHEDULER_SITE or CRON_SECRET is missing: set the origin of the site, and the secret that its tasks require.',
  )
  process.exit(1)
}

const stop = startScheduler(SCHEDULER_SITE, CRON_SECRET)
// The timers of the scheduler do not keep the process running.
const keepAliveTimer = setInterval(() => {}, 2 ** 30)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop()
    clearInterval(keepAliveTimer)
  })
}
