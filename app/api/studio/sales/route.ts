import { respond } from '@/lib/api/respond'
import { senderOf } from '@/lib/api/sender'
import { requireRole } from '@/lib/content/editor'
import { publisherRoles } from '@/lib/content/roles'
import { enforceRateLimit } from '@/lib/database/rateLimit'
import { billing } from '@/lib/membership/context'
import { readSales } from '@/lib/membership/offer/sales'

export const maxDuration = 30

/** Each request with a token is one to Sanity, whatever the token is. */
const limit = { name: 'studio-sales', count: 60, seconds: 3600 }

/**
 * Returns at which price is sold, and how many members pay what, to editors of the offer. The offer's form in the Studio
 * sends the token of its own session.
 */
export function POST(request: Request): Promise<Response> {
  const read = async () => {
    const context = await billing()
    await enforceRateLimit(context.database, limit, senderOf(request))
    await requireRole(request, publisherRoles)
    return readSales(context)
  }
  return respond(request, read)
}
