import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { createRoute } from '@/lib/api/createRoute'
import { requireUser, type User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { log } from '@/lib/log'
import { type Billing, getBilling } from '@/lib/membership/context'
import { checkSubscription } from '@/lib/membership/mirror/checkSubscription'
import { attachPurchase } from '@/lib/membership/ownership'

const bodySchema = z.object({ live: z.boolean().optional() })

/** A user's browser sends this request on each full page load and session change, and several times after a payment. */
const limit: RateLimit = { name: 'check-subscription', count: 300, seconds: 600 }

/** How long the response waits for a purchase to be attached. */
const attachTimeoutMs = 2500

/** Attaches a guest's purchase that the user owns. After a failure, the next check tries again. */
async function attachOrLog(billing: Billing, user: User): Promise<void> {
  await attachPurchase(billing, user, { timeoutMs: attachTimeoutMs }).catch((error: unknown) =>
    log.warn('billing', `checkSubscription: attaching the purchase of ${user.id} failed`, error),
  )
}

/**
 * User → site: returns whether a membership gives the user access, with its name and end date, and whether the user has
 * used the introductory price. Attaches a guest's purchase that the user owns. `live` refreshes the mirror from Stripe.
 */
export const POST = createRoute(async (request) => {
  const { user, isEmailConfirmed, isEmailOwner } = await requireUser(request)
  const { live } = await readBody(request, bodySchema)
  const context = await getBilling()
  await enforceRateLimit(context.database, limit, user.id)
  if (isEmailOwner) await attachOrLog(context, user)
  return checkSubscription(context, user, { isEmailConfirmed, isRefreshRequested: live ?? false })
})
