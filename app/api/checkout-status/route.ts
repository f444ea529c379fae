import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { requireUser } from '@/lib/auth/server/requireUser'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { getBilling } from '@/lib/membership/context'

const bodySchema = z.object({
  session_id: z.string().regex(/^cs_\w{1,250}$/),
  /** The random token stored in a guest's browser, without which a guest gets no receipt. */
  mark: z.uuid().optional().catch(undefined),
})

/** Buyer → site: returns the status of a Checkout session, for `/success`. */
export const POST = createRoute(async (request) => {
  const { session_id, mark } = await readBody(request, bodySchema)
  const user = request.headers.has('authorization') ? (await requireUser(request)).user : undefined
  return getCheckoutStatus(await getBilling(), session_id, clientNetworkKey(request), user?.id, mark)
})
