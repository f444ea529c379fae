import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { respond } from '@/lib/api/respond'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { getBilling } from '@/lib/membership/context'
import { openPortal, portalReturnPaths } from '@/lib/membership/portal'

export const maxDuration = 30

const bodySchema = z.object({ return_path: z.enum(portalReturnPaths).optional() })

/** User → site: creates a session of Stripe's customer portal, which links back to `return_path`. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const billing = await getBilling()
    const user = await requireBuyer(request, billing)
    const { return_path } = await readBody(request, bodySchema)
    return { url: await openPortal(billing, user, return_path) }
  })
}
