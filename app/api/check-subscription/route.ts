import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { respond } from '@/lib/api/respond'
import { requireUser } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { checkSubscription } from '@/lib/membership/mirror/checkSubscription'

export const maxDuration = 30

const bodySchema = z.object({ live: z.boolean().optional() })

/** A check is sent with each full page load of a user, after each change of the session, and some after a payment. */
const limit: RateLimit = { name: 'check-subscription', count: 300, seconds: 600 }

/**
 * User → site: whether a membership gives the user access, with its name and end. `live` refreshes the mirror from
 * Stripe.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { user } = await requireUser(request)
    const { live } = await readBody(request, bodySchema)
    const context = await getBilling()
    await enforceRateLimit(context.database, limit, user.id)
    return checkSubscription(context, user, { isRefreshRequested: live ?? false })
  })
}
