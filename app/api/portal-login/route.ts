import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { findPortal } from '@/lib/membership/portalConfiguration'
import { settleChangedEmails } from '@/lib/membership/settle'

const limit: RateLimit = { name: 'portal-login', count: 30, seconds: 600 }

/**
 * Redirects to the login page of Stripe's customer portal. There, guests and members who cannot sign in request an
 * emailed link, which lets them cancel, change the card and read invoices. Changed emails are written to Stripe
 * first, so that no link goes to a former email.
 */
export const GET = createRoute(async (request) => {
  const billing = await getBilling()
  await enforceRateLimit(billing.database, limit, clientNetworkKey(request))
  await settleChangedEmails(billing)
  const location = (await findPortal(billing.stripe))?.login_page.url
  if (!location) throw new RequestProblem(404, 'no_portal')
  return new Response(null, { status: 303, headers: { Location: location } })
})
