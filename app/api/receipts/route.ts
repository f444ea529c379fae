import { createRoute } from '@/lib/api/createRoute'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { getBilling } from '@/lib/membership/context'
import { listReceipts } from '@/lib/membership/receipts'

export const maxDuration = 30

/** User → site: lists the user's payments, each with the URL of its invoice on Stripe. */
export const POST = createRoute(async (request) => {
  const billing = await getBilling()
  const user = await requireBuyer(request, billing)
  return { receipts: await listReceipts(billing, user) }
})
