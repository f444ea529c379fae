import { invalid, StripeProblem } from '../errors.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { collectInvoice } from './collect.ts'
import { finalizeInvoice, type Invoice, intentOf, settleInvoice, subscriptionIdOf } from './invoices.ts'
import { cardError } from './paymentMethods.ts'
import { subscriptionPaid } from './standing.ts'

/** Refuses what an invoice's status does not allow. */
export function mustBe(invoice: Invoice, statuses: string[], deed: string): void {
  if (statuses.includes(String(invoice.status))) return
  throw invalid(
    `You can only ${deed} invoices with the status ${statuses.join(' or ')}; this one is ${invoice.status}.`,
    undefined,
    'invoice_not_editable',
  )
}

/** Pays an invoice now. Throws a 402 that leaves the failed attempt on record. */
export function payInvoice(
  work: Work,
  invoice: Invoice,
  options: {
    method?: Objects['payment_method']
    outOfBand?: boolean
    present?: boolean
    confirmed?: boolean
  },
): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  mustBe(invoice, ['draft', 'open', 'uncollectible'], 'pay')
  const open = invoice.status === 'draft' ? finalizeInvoice(work, invoice) : invoice
  if (open.status === 'paid') return open
  if (options.outOfBand) {
    const paid = settleInvoice(work, open, { outOfBand: true })
    const subscription = subscriptionIdOf(paid)
    if (subscription) subscriptionPaid(work, subscription, paid, null)
    return paid
  }
  if (intentOf(work, open.id)?.status === 'processing') {
    const message = 'The payment of this invoice is being processed, and cannot be made again meanwhile.'
    throw invalid(message, undefined, 'payment_intent_unexpected_state')
  }
  const { method, present = false, confirmed } = options
  const { invoice: after, outcome } = collectInvoice(work, open, {
    present,
    ...(method ? { method } : {}),
    ...(confirmed ? { confirmed } : {}),
  })
  if (outcome?.result === 'succeeded') return after
  if (outcome?.result === 'declined') throw cardError(outcome.decline, {}, true)
  if (outcome?.result === 'challenged') {
    const message = 'This payment requires additional user action before it can be completed successfully.'
    const code = 'invoice_payment_intent_requires_action'
    throw new StripeProblem(402, message, { type: 'card_error', code, keep: true })
  }
  throw new StripeProblem(
    400,
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    { code: 'resource_missing', keep: true },
  )
}
