import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBilling } from '@/lib/membership/context'
import { findPortal } from '@/lib/membership/portalConfiguration'

export const maxDuration = 30

const limit: RateLimit = { name: 'portal-login', count: 30, seconds: 600 }

/**
 * Redirects to the login page of Stripe's customer portal. There, guests and members who cannot sign in request a link by
 * email to cancel, to change the card, and to read invoices.
 */
export async function GET(request: Request): Promise<Response> {
  let location: string | null = null
  const response = await respond(request, async () => {
    const { database, stripe } = await getBilling()
    await enforceRateLimit(database, limit, clientNetworkKey(request))
    location = (await findPortal(stripe))?.login_page.url ?? null
    if (!location) throw new RequestProblem(404, 'no_portal')
    return {}
  })
  if (!location) return response
  return new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } })
}
