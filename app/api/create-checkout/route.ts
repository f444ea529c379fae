import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey, getClientIp, ipv6SiteKey } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { RequestProblem } from '@/lib/api/problem'
import { cleanEmail, isAccountEmail } from '@/lib/email'
import { type Buyer, createCheckout } from '@/lib/membership/checkout/checkout'
import { requireBuyer } from '@/lib/membership/checkout/requireBuyer'
import { parseVisitSource } from '@/lib/membership/checkout/visitSource'
import { getBilling } from '@/lib/membership/context'

const bodySchema = z.object({
  /** The version of the terms that the page showed. */
  offer_version: z.string().min(1).max(64),
  /** Whether the buyer agreed to pay the regular price from the first month on. */
  accepts_regular: z.boolean().optional(),
  /** A guest's email; its owner will own the purchase. Ignored for a user. */
  email: z.string().transform(cleanEmail).refine(isAccountEmail).optional(),
  /** The random token stored in a guest's browser, without which `/success` shows the guest no receipt. */
  mark: z.uuid().optional(),
  /** A Turnstile token, requested by the dialog in advance or after a refusal with `captcha_required`. */
  captcha: z.string().max(2048).optional(),
  /** How the buyer reached the site; malformed values are omitted. */
  source: z.unknown().optional().transform(parseVisitSource),
})

/**
 * Buyer → site: creates a Checkout session for the user, or returns one that is still open. Without an access token,
 * creates one for a guest.
 */
export const POST = createRoute(async (request) => {
  const body = await readBody(request, bodySchema)
  const billing = await getBilling()
  // Refuses an invalid token, so that a user never buys as a guest.
  const buyer: Buyer = request.headers.has('authorization')
    ? { user: await requireBuyer(request, billing) }
    : {
        network: clientNetworkKey(request),
        ipv6Site: ipv6SiteKey(request),
        email: requireEmail(body),
        guestToken: body.mark,
        captcha: body.captcha,
        clientIp: getClientIp(request),
      }
  const { url, sessionId } = await createCheckout(billing, buyer, {
    offerVersion: body.offer_version,
    acceptsRegular: body.accepts_regular ?? false,
    visitSource: body.source,
  })
  return { url, session_id: sessionId }
})

function requireEmail({ email }: z.infer<typeof bodySchema>): string {
  if (!email) throw new RequestProblem(400, 'email_required')
  return email
}
