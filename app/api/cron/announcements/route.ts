import { expireDuePages } from '@/lib/announcements/announcements'
import { createRoute } from '@/lib/api/createRoute'
import { requireScheduler } from '@/lib/api/requireScheduler'
import { expiryTimeoutMs } from '@/lib/content/reading/expireTags'

/** Scheduler → site, every minute: if an announcement has started or ended, expires the pages that can show one. */
export const GET = createRoute(async (request) => {
  requireScheduler(request)
  return { changed: await expireDuePages() }
}, expiryTimeoutMs)
