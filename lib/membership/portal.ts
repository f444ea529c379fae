import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import { syncEmail } from './checkout/customer'
import type { Billing } from './context'
import { ensurePortal } from './ensurePortal'
import { findUserCustomer } from './mirror/customers'
import { isInvalidRequest, isMissing } from './stripe'

const limit: RateLimit = { name: 'portal', count: 30, seconds: 600 }

/** The paths of the pages with a button to the portal, which links back to the page. */
export const portalReturnPaths = [pages.home.path, pages.account.path] as const

/**
 * Opens a session of Stripe's portal, in which a user cancels, changes the card and reads invoices. Updates a changed
 * email of the customer first; creates no customer.
 *
 * @param returnPath - the path of the page to which the portal links back
 * @returns the portal's URL; null when Stripe returned none
 * @throws RequestProblem 404 `no_customer` for a user without a customer at Stripe; 429 `too_many_requests`
 */
export async function openPortal(
  billing: Billing,
  user: User,
  returnPath: (typeof portalReturnPaths)[number] = pages.home.path,
): Promise<string | null> {
  await enforceRateLimit(billing.database, limit, user.id)
  const customer = await findUserCustomer(billing, user.id)
  if (!customer || customer.deleted) throw new RequestProblem(404, 'no_customer')
  await syncEmail(billing, user, customer).catch((error: unknown) => {
    if (!isInvalidRequest(error)) throw error
    // Stripe accepts fewer emails than the site; every member must be able to cancel.
    log.error(
      'billing',
      `portal: changing the email of ${customer.id} failed (${error.code}); Stripe has the former one`,
    )
  })
  const session = await billing.stripe.billingPortal.sessions
    .create({
      customer: customer.id,
      configuration: await ensurePortal(billing.stripe),
      return_url: new URL(returnPath, billing.siteOrigin).href,
    })
    .catch((cause: unknown) => {
      throw isMissing(cause) ? new RequestProblem(404, 'no_customer', { cause }) : cause
    })
  return session.url
}
