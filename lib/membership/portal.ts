import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import { pages } from '@/lib/pages'
import type { Billing } from './context'
import { readMirrored } from './mirror/checkSubscription'
import { findUserCustomer } from './mirror/customers'
import { listMemberships, readOpenInvoices } from './mirror/stripeState'
import { ensurePortal } from './portalConfiguration'
import { settleChangedEmails } from './settle'
import { isMissing } from './stripe'

const limit: RateLimit = { name: 'portal', count: 30, seconds: 600 }

/** The paths of the pages with a button that opens the portal. */
export const portalReturnPaths = [pages.home.path, pages.account.path] as const

/**
 * Creates a session in Stripe's customer portal, which links back to `returnPath`. Returns the session's URL.
 *
 * @throws RequestProblem 404 `no_customer` for a user without a customer in Stripe; 429 `too_many_requests`
 */
export async function openPortal(
  billing: Billing,
  user: User,
  returnPath: (typeof portalReturnPaths)[number] = pages.home.path,
): Promise<string> {
  const customer = await requireCustomer(billing, user)
  await settleChangedEmails(billing, user)
  const session = await billing.stripe.billingPortal.sessions
    .create({
      customer,
      configuration: await ensurePortal(billing.stripe),
      return_url: new URL(returnPath, billing.siteOrigin).href,
    })
    .catch(throwMissing)
  return session.url
}

/**
 * Returns the URL of Stripe's page for a user's newest unpaid invoice, according to Stripe's current state.
 *
 * @throws RequestProblem 409 `nothing_due`, also for an ended membership; 404 `no_customer`; 429 `too_many_requests`
 */
export async function openInvoice(billing: Billing, user: User): Promise<string> {
  const customer = await requireCustomer(billing, user)
  const mirrored = await readMirrored(billing, user.id)
  const memberships = await listMemberships(billing.stripe, customer, mirrored).catch(throwMissing)
  // Stripe reactivates a subscription when its newest invoice is paid.
  const [invoice] = await readOpenInvoices(billing.stripe, memberships)
  if (!invoice?.hosted_invoice_url) throw new RequestProblem(409, 'nothing_due')
  return invoice.hosted_invoice_url
}

async function requireCustomer(billing: Billing, { id }: User): Promise<string> {
  await enforceRateLimit(billing.database, limit, id)
  const customer = await findUserCustomer(billing.database.sql, id)
  if (!customer) throw new RequestProblem(404, 'no_customer')
  return customer
}

function throwMissing(cause: unknown): never {
  throw isMissing(cause) ? new RequestProblem(404, 'no_customer', { cause }) : cause
}
