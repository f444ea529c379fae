import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { log } from '@/lib/log'
import { pages } from '@/lib/pages'
import { syncEmail } from './checkout/customer'
import type { Billing } from './context'
import { findUserCustomer } from './mirror/customers'
import { findPortal, isPortalCurrent, portalMetadata, portalParams } from './portalConfiguration'
import { isInvalidRequest, isMissing } from './stripe'

const limit: RateLimit = { name: 'portal', count: 30, seconds: 600 }

/** The pages with a button to the portal, to which it returns. */
export const portalReturnPaths = [pages.home.path, pages.account.path] as const

/**
 * Opens Stripe's portal for a user, who cancels, changes the card and reads invoices there. A visit creates no
 * customer.
 *
 * @param returnPath - the page where it was opened
 * @returns the portal's URL; null when Stripe returned none
 * @throws RequestProblem 404 `no_customer` when the user has never bought anything; 429 `too_many_requests`
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

/**
 * The portal's configuration, found by its metadata, created when there is none, and corrected when it was changed:
 * canceling at the period's end, another card, and invoices; no change of plan, no pause. The email is changed on the
 * site, where it is confirmed.
 *
 * @returns its id
 */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const { configurations } = stripe.billingPortal
  const found = await findPortal(stripe)
  if (!found) return (await configurations.create({ ...portalParams, metadata: portalMetadata })).id
  if (!isPortalCurrent(found)) {
    log.warn('billing', `portal: ${found.id} was changed at Stripe; it is corrected`)
    await configurations.update(found.id, portalParams)
  }
  return found.id
}
