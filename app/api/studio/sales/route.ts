import { respond } from '@/lib/api/respond'
import { requireRole } from '@/lib/content/editor'
import { publisherRoles } from '@/lib/content/roles'
import { getBilling } from '@/lib/membership/context'
import { readSales } from '@/lib/membership/offer/sales'

export const maxDuration = 30

/**
 * Editor → site: returns Stripe's current price and the number of live memberships by amount. The offer's form sends
 * the Studio's session token.
 */
export function POST(request: Request): Promise<Response> {
  const read = async () => {
    const context = await getBilling()
    await requireRole(request, publisherRoles, context.database)
    return readSales(context)
  }
  return respond(request, read)
}
