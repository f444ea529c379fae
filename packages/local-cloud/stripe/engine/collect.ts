import { invalid, StripeProblem } from '../errors.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import {
  finalizeInvoice,
  findCustomer,
  findIntent,
  getSubscriptionId,
  type Invoice,
  requireStatus,
  settleInvoice,
} from './invoices.ts'
import { createCardError, type PaymentMethod } from './paymentMethods.ts'
import { confirmIntent, type Outcome } from './payments.ts'
import { updateAfterFailure, updateAfterPayment } from './subscriptionStatus.ts'

/** The waits before the retries of a failed payment. Seconds: 3, 5 and 7 days. */
const RETRIES = [3, 5, 7].map((days) => days * 24 * 3600)

/** The payment method of a subscription's invoices: its own, else the customer's. */
export function findMethod(
  work: Work,
  subscription: Objects['subscription'] | undefined,
  customer: Objects['customer'] | undefined,
): PaymentMethod | undefined {
  const id =
    getId(subscription?.default_payment_method) ?? getId(customer?.invoice_settings.default_payment_method)
  return work.store.get('payment_method', id ?? '')
}

/**
 * Charges an open invoice and updates its subscription. The outcome is undefined without a payment method.
 *
 * @param options.method - instead of the default
 * @param options.outcome - of a payment that was tried before
 * @param options.isScheduled - whether this is one of Stripe's own attempts, which schedules the next
 */
export function collectInvoice(
  work: Work,
  invoice: Invoice,
  options: {
    method?: PaymentMethod | undefined
    outcome?: Outcome | undefined
    isScheduled?: boolean
  } = {},
): { invoice: Invoice; outcome: Outcome | undefined } {
  const subscription = work.store.get('subscription', getSubscriptionId(invoice))
  const method = options.method ?? findMethod(work, subscription, findCustomer(work, invoice))
  const intent = findIntent(work, invoice.id)
  const outcome = options.outcome ?? (intent && method && confirmIntent(work, intent, method))
  if (outcome?.result === 'succeeded') {
    const paid = settleInvoice(work, { ...invoice, attempt_count: invoice.attempt_count + 1 })
    updateAfterPayment(work, paid)
    return { invoice: paid, outcome }
  }
  if (outcome?.result === 'processing') {
    return { invoice: work.save('invoice', { ...invoice, attempted: true }, 'invoice.updated'), outcome }
  }
  const renews = invoice.billing_reason !== 'subscription_create'
  const wait = RETRIES[invoice.attempt_count]
  const retry = wait === undefined ? null : work.now() + wait
  const failed: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + (options.isScheduled || !renews ? 1 : 0),
    attempted: true,
    next_payment_attempt: renews ? (options.isScheduled ? retry : invoice.next_payment_attempt) : null,
  }
  work.save('invoice', failed, 'invoice.payment_failed')
  updateAfterFailure(work, failed)
  return { invoice: failed, outcome }
}

/** Pays an invoice now. Throws a 402 that commits the failed attempt. */
export function payInvoice(work: Work, invoice: Invoice, method?: PaymentMethod): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  requireStatus(invoice, ['draft', 'open', 'uncollectible'], 'pay')
  const open = invoice.status === 'draft' ? finalizeInvoice(work, invoice) : invoice
  if (findIntent(work, open.id)?.status === 'processing') {
    const message = 'The payment of this invoice is being processed, and cannot be made again meanwhile.'
    throw invalid(message, undefined, 'payment_intent_unexpected_state')
  }
  const { invoice: after, outcome } = collectInvoice(work, open, { method })
  if (outcome?.result === 'declined') throw createCardError(outcome.decline, true)
  if (outcome) return after
  throw new StripeProblem(
    400,
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    { code: 'resource_missing', keep: true },
  )
}
