import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { pages } from '@/lib/pages'
import { syncAccountEmail } from './checkout/customer'
import type { Billing } from './context'
import { ensurePortal } from './ensurePortal'
import { findUserCustomer, storeAccountEmail } from './mirror/customers'
import { isMissing } from './stripe'

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
  await storeAccountEmail(billing.database.sql, user)
  await syncAccountEmail(billing, customer.id).catch(throwMissing)
  const session = await billing.stripe.billingPortal.sessions
    .create({
      customer: customer.id,
      configuration: await ensurePortal(billing.stripe),
      return_url: new URL(returnPath, billing.siteOrigin).href,
    })
    .catch(throwMissing)
  return session.url
}

function throwMissing(cause: unknown): never {
  throw isMissing(cause) ? new RequestProblem(404, 'no_customer', { cause }) : cause
}
