import { startScheduler } from '../scripts/lib/scheduler.ts'

const { SCHEDULER_SITE, CRON_SECRET } = process.env
if (!SCHEDULER_SITE || !CRON_SECRET) {
  console.error(
    'SCHEDULER_SITE and CRON_SECRET are needed: where the site is, and what it expects to be sent.',
  )
  process.exit(1)
}

const stop = startScheduler(SCHEDULER_SITE, CRON_SECRET)
// The scheduler by itself does not keep a process running.
const forever = setInterval(() => {}, 2 ** 30)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop()
    clearInterval(forever)
  })
}
