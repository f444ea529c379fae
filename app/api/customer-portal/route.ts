import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { createRoute } from '@/lib/api/createRoute'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { getBilling } from '@/lib/membership/context'
import { openInvoice, openPortal, portalReturnPaths } from '@/lib/membership/portal'

const bodySchema = z.object({
  return_path: z.enum(portalReturnPaths).optional(),
  /** Whether to return the URL of the open invoice's payment page instead of the portal's. */
  pays: z.boolean().optional(),
})

/**
 * User → site: returns the URL of a new customer portal session, which links back to `return_path`, or of the open
 * invoice's payment page.
 */
export const POST = createRoute(async (request) => {
  const billing = await getBilling()
  const user = await requireBuyer(request, billing)
  const { return_path, pays } = await readBody(request, bodySchema)
  return { url: pays ? await openInvoice(billing, user) : await openPortal(billing, user, return_path) }
})
