import { z } from 'zod'
import { runAfterResponse } from '@/lib/afterResponse'
import { readBody } from '@/lib/api/body'
import { clientNetworkKey, getClientIp } from '@/lib/api/clientNetwork'
import { createRoute } from '@/lib/api/createRoute'
import { readTarget } from '@/lib/auth/browser/emailLink'
import { prepareSignInLink } from '@/lib/auth/server/signInLink'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { cleanEmail, isEmail } from '@/lib/email'
import { mailBuyer } from '@/lib/membership/checkout/checkout'
import { getBillingIfConfigured } from '@/lib/membership/context'

const bodySchema = z.object({
  email: z.string().transform(cleanEmail).refine(isEmail),
  /** The link's target: a URL of the site. */
  next: z.url().max(2000),
  type: z.enum(['magiclink', 'recovery']).default('magiclink'),
  /** A Turnstile token, on a site with Turnstile. */
  captcha: z.string().max(2048).optional(),
})

/** Per network. Supabase Auth itself limits emails to one per recipient per minute. */
const limit: RateLimit = { name: 'sign-in-link', count: 30, seconds: 3600 }

/**
 * Visitor → site: emails a link and a code for signing in or choosing a new password. A guest who requests a new link
 * to a purchase gets the welcome email again. The response and its duration are the same with and without an account,
 * since the email is sent afterwards.
 */
export const POST = createRoute(async (request) => {
  const { captcha, ...mail } = await readBody(request, bodySchema)
  const billing = await getBillingIfConfigured()
  await enforceRateLimit(billing?.database, limit, clientNetworkKey(request))
  const send = await prepareSignInLink(mail, { captcha, clientIp: getClientIp(request) })
  const { url, skipsPassword } = readTarget(mail.next)
  // The target of a link to pay an overdue invoice has a fragment.
  const isPurchase = billing && skipsPassword && !new URL(url).hash
  runAfterResponse(isPurchase ? mailBuyer(billing, mail.email, send) : send())
  return { sent: true }
})
