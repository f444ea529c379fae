import { expireDuePages } from '@/lib/announcements/announcements'
import { requireScheduler } from '@/lib/api/requireScheduler'
import { respond } from '@/lib/api/respond'
import { expiryMs } from '@/lib/content/expireTags'

export const maxDuration = 30

/**
 * Called by the scheduler each minute: announcements that have started or ended show, or disappear, with the next
 * load.
 */
export function GET(request: Request): Promise<Response> {
  return respond(
    request,
    async () => {
      requireScheduler(request)
      return { changed: await expireDuePages() }
    },
    expiryMs,
  )
}
