import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { respond } from '@/lib/api/respond'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { cleanEmail, isEmail } from '@/lib/email'
import { mailCheckoutClaim } from '@/lib/membership/claims/checkoutClaim'
import { mailClaimForEmail } from '@/lib/membership/claims/claimMail'
import { getBilling } from '@/lib/membership/context'

export const maxDuration = 30

const bodySchema = z.union([
  z.object({ session_id: z.string().regex(/^cs_\w{1,250}$/) }),
  z.object({ email: z.string().transform(cleanEmail).refine(isEmail) }),
])

/** Limits networks that try many email addresses. */
const limit: RateLimit = { name: 'claim-sender', count: 20, seconds: 3600 }

/**
 * Guest → site: sends the claim link to the guest's email at Stripe. The request names the Checkout session or that
 * email. For an email, the response does not reveal whether there is a purchase.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const body = await readBody(request, bodySchema)
    const context = await getBilling()
    const networkKey = clientNetworkKey(request)
    if ('email' in body) {
      await enforceRateLimit(context.database, limit, networkKey)
      await mailClaimForEmail(context, body.email, networkKey)
    } else await mailCheckoutClaim(context, body.session_id, networkKey)
    return { sent: true }
  })
}
