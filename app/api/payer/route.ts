import { createRoute } from '@/lib/api/createRoute'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { getBilling } from '@/lib/membership/context'
import { readPayerName } from '@/lib/membership/mirror/customers'

/**
 * User → site: returns the user's current email, which may have changed since the browser's session began, and the name
 * that the user entered at Stripe, to prefill the contact form.
 */
export const POST = createRoute(async (request) => {
  const billing = await getBilling()
  const user = await requireBuyer(request, billing)
  return { email: user.email, name: await readPayerName(billing, user) }
})
