import { createRoute } from '@/lib/api/createRoute'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { getBilling } from '@/lib/membership/context'
import { readPayerName } from '@/lib/membership/mirror/customers'

/** User → site: returns the name that the user entered at Stripe, to prefill the site's forms. */
export const POST = createRoute(async (request) => {
  const billing = await getBilling()
  const user = await requireBuyer(request, billing)
  return { name: await readPayerName(billing, user) }
})
