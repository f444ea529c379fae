import { expireDuePages } from '@/lib/announcements/announcements'
import { requireScheduler } from '@/lib/api/requireScheduler'
import { respond } from '@/lib/api/respond'
import { expiryTimeoutMs } from '@/lib/content/reading/expireTags'

export const maxDuration = 30

/** Scheduler → site, each minute: expires the pages that can show an announcement when one has started or ended. */
export function GET(request: Request): Promise<Response> {
  return respond(
    request,
    async () => {
      requireScheduler(request)
      return { changed: await expireDuePages() }
    },
    expiryTimeoutMs,
  )
}
