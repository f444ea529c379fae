import { createRoute } from '@/lib/api/createRoute'
import { recordRun } from '@/lib/api/lastRuns'
import { requireScheduler } from '@/lib/api/requireScheduler'
import { getBilling } from '@/lib/membership/context'
import { reconcile } from '@/lib/membership/reconcile'

/** The time limit of a run, shorter than the host's limit. */
const timeoutMs = 110_000

/** Scheduler → site: processes changes that no webhook has delivered, and sends due emails. */
export const GET = createRoute(async (request) => {
  requireScheduler(request)
  const reconciliation = await reconcile(await getBilling())
  recordRun('scheduler')
  return reconciliation
}, timeoutMs)
