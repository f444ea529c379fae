import { createInvalidError, StripeApiError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'
import {
  finalizeInvoice,
  findIntent,
  getSubscriptionId,
  type Invoice,
  requireStatus,
  settleInvoice,
} from './invoices.ts'
import { createCardError, type PaymentMethod } from './paymentMethods.ts'
import { confirmIntent, type Outcome } from './payments.ts'
import { updateAfterFailure, updateAfterPayment } from './subscriptionStatus.ts'

/** The delays before the retries of a failed payment: 3, 5 and 7 days. */
const RETRY_DELAYS_SECONDS = [3, 5, 7].map((days) => days * 24 * 3600)

/** Finds the payment method for a subscription's invoices: the subscription's default, or else the customer's. */
export function findPaymentMethod(
  operation: Operation,
  subscription: Objects['subscription'] | undefined,
  customer: Objects['customer'] | undefined,
): PaymentMethod | undefined {
  const id =
    getId(subscription?.default_payment_method) ?? getId(customer?.invoice_settings.default_payment_method)
  return operation.store.get('payment_method', id ?? '')
}

/**
 * Charges a finalized invoice, and updates its subscription unless the payment is still processing. Without a payment
 * method the attempt fails like a declined one, and the returned outcome is undefined.
 *
 * @param options.method - the payment method, by default the subscription's or the customer's
 * @param options.outcome - the outcome of an earlier payment attempt; if given, nothing is charged
 * @param options.isScheduled - whether Stripe makes this attempt automatically, and therefore schedules the next retry
 */
export function collectInvoice(
  operation: Operation,
  invoice: Invoice,
  options: {
    method?: PaymentMethod | undefined
    outcome?: Outcome | undefined
    isScheduled?: boolean
  } = {},
): { invoice: Invoice; outcome: Outcome | undefined } {
  if (invoice.status === 'paid') {
    updateAfterPayment(operation, invoice)
    return { invoice, outcome: undefined }
  }
  const subscription = operation.store.get('subscription', getSubscriptionId(invoice))
  const method =
    options.method ??
    findPaymentMethod(operation, subscription, operation.store.get('customer', invoice.customer))
  const intent = findIntent(operation, invoice.id)
  const outcome = options.outcome ?? (intent && method && confirmIntent(operation, intent, method))
  if (outcome?.result === 'succeeded') {
    const paidInvoice = settleInvoice(operation, { ...invoice, attempt_count: invoice.attempt_count + 1 })
    updateAfterPayment(operation, paidInvoice)
    return { invoice: paidInvoice, outcome }
  }
  if (outcome?.result === 'processing') {
    return { invoice: operation.save({ ...invoice, attempted: true }, 'invoice.updated'), outcome }
  }
  const isRenewal = invoice.billing_reason !== 'subscription_create'
  const delaySeconds = RETRY_DELAYS_SECONDS[invoice.attempt_count]
  const retryAt = delaySeconds === undefined ? null : operation.now() + delaySeconds
  const failedInvoice: Invoice = {
    ...invoice,
    attempt_count: invoice.attempt_count + (options.isScheduled || !isRenewal ? 1 : 0),
    attempted: true,
    next_payment_attempt: isRenewal ? (options.isScheduled ? retryAt : invoice.next_payment_attempt) : null,
  }
  operation.save(failedInvoice, 'invoice.payment_failed')
  updateAfterFailure(operation, failedInvoice)
  return { invoice: failedInvoice, outcome }
}

/**
 * Pays an invoice now.
 *
 * @throws StripeApiError 402 when the payment is declined, 400 when no payment method exists; both commit the failed
 *   attempt. 400 when the invoice's status allows no payment, or a payment is still processing
 */
export function payInvoice(operation: Operation, invoice: Invoice, method?: PaymentMethod): Invoice {
  if (invoice.status === 'paid')
    throw createInvalidError('Invoice is already paid', undefined, 'invoice_already_paid')
  requireStatus(invoice, ['draft', 'open', 'uncollectible'], 'pay')
  const finalized = invoice.status === 'draft' ? finalizeInvoice(operation, invoice) : invoice
  if (findIntent(operation, finalized.id)?.status === 'processing') {
    const message = 'A payment for this invoice is already being processed.'
    throw createInvalidError(message, undefined, 'payment_intent_unexpected_state')
  }
  const { invoice: charged, outcome } = collectInvoice(operation, finalized, { method })
  if (outcome?.result === 'declined') throw createCardError(outcome.decline, { shouldCommit: true })
  if (outcome || charged.status === 'paid') return charged
  throw new StripeApiError(
    400,
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    { code: 'resource_missing', shouldCommit: true },
  )
}
