import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { respond } from '@/lib/api/respond'
import { readConfirmedState } from '@/lib/auth/server/confirmedState'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { getBillingIfConfigured } from '@/lib/membership/context'

export const maxDuration = 30

const bodySchema = z.object({ id: z.uuid() })

/** For each network. A waiting page sends four requests a minute, and one whenever its visitor returns. */
const limit: RateLimit = { name: 'sign-up-state', count: 300, seconds: 600 }

/**
 * Visitor → site: a fingerprint of a new account that was confirmed in the last hour, or null. Only browsers that signed
 * up with its email, or signed in to it, have its id.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { id } = await readBody(request, bodySchema)
    await enforceRateLimit((await getBillingIfConfigured())?.database, limit, clientNetworkKey(request))
    return { confirmed_state: await readConfirmedState(id) }
  })
}
