import type { User } from '@/lib/auth/server/requireUser'
import { enforceRateLimit, type RateLimit } from '@/lib/database/rateLimit'
import type { Billing } from './context'
import { findUserCustomer } from './mirror/customers'

const limit: RateLimit = { name: 'receipts', count: 30, seconds: 600 }
/** The limit that the SDK requires: eighty years of monthly payments. */
const maxReceipts = 1000
/** A paid invoice, as `/api/receipts` returns it. */
export type Receipt = Awaited<ReturnType<typeof listReceipts>>[number]

/**
 * Lists the payments of a user, newest first; none for a user without a customer in Stripe.
 *
 * @returns each with its time (ISO 8601), its amount in cents of `currency`, the payer's name on the invoice, and the
 * invoice's page at Stripe, whose URL is secret: only the invoice's owner may receive it
 * @throws RequestProblem 429 `too_many_requests`, and Stripe's error when it does not respond in time
 */
export async function listReceipts(billing: Billing, user: User) {
  await enforceRateLimit(billing.database, limit, user.id)
  const customer = await findUserCustomer(billing.database.sql, user.id)
  if (!customer) return []
  const invoices = await billing.stripe.invoices
    .list({ customer, status: 'paid', limit: 100 }, { maxNetworkRetries: 0 })
    .autoPagingToArray({ limit: maxReceipts })
  return invoices.flatMap(({ id, amount_paid: amount, currency, created, customer_name, ...invoice }) => {
    const { status_transitions, hosted_invoice_url: url } = invoice
    if (!id || !url || amount <= 0) return []
    const paidAt = new Date((status_transitions.paid_at ?? created) * 1000).toISOString()
    return [{ id, paid_at: paidAt, amount, currency, url, name: customer_name }]
  })
}
