import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { customerOf, type Invoice, intentOf, settleInvoice, subscriptionIdOf } from './invoices.ts'
import type { PaymentMethod } from './paymentMethods.ts'
import { confirmIntent, type Outcome } from './payments.ts'
import { subscriptionPaid, subscriptionUnpaid } from './standing.ts'

/** When a failed payment is tried again, counted from the failure before it. Seconds: 3, 5 and 7 days. */
export const RETRIES = [3, 5, 7].map((days) => days * 24 * 3600)

/** What a subscription's invoice is paid with: its own method, else the customer's. */
export function methodFor(
  work: Work,
  subscription: Objects['subscription'] | undefined,
  customer: Objects['customer'] | undefined,
): PaymentMethod | undefined {
  const id =
    idOf(subscription?.default_payment_method) ?? idOf(customer?.invoice_settings.default_payment_method)
  return id ? work.store.get('payment_method', id) : undefined
}

export type CollectOptions = {
  /** Instead of the default. */
  method?: PaymentMethod
  /** Whether the customer is there and can be asked to confirm. */
  present?: boolean
  /** Whether the customer just has confirmed. */
  confirmed?: boolean
  /** What became of the payment, when it has been tried already. */
  outcome?: Outcome
  /** Whether this attempt is one of Stripe's own, after which the next is planned. */
  scheduled?: boolean
}

/**
 * Tries to have an open invoice paid, and tells the subscription what came of it. Undefined when there is nothing to
 * pay with.
 */
export function collectInvoice(
  work: Work,
  invoice: Invoice,
  options: CollectOptions = {},
): { invoice: Invoice; outcome: Outcome | undefined } {
  const subscriptionId = subscriptionIdOf(invoice)
  const subscription = subscriptionId ? work.store.get('subscription', subscriptionId) : undefined
  const method = options.method ?? methodFor(work, subscription, customerOf(work, invoice))
  const intent = intentOf(work, invoice.id)
  const tried =
    intent && method && !options.outcome
      ? confirmIntent(work, intent, method, {
          present: options.present ?? false,
          ...(options.confirmed ? { confirmed: true } : {}),
        })
      : undefined
  const outcome = options.outcome ?? tried
  if (outcome?.result === 'succeeded') {
    const counted = { ...invoice, attempt_count: invoice.attempt_count + 1 }
    const paid = settleInvoice(work, counted, { outOfBand: false })
    if (subscription) subscriptionPaid(work, subscription.id, paid, method?.id ?? null)
    return { invoice: paid, outcome }
  }
  if (outcome?.result === 'processing') {
    return { invoice: work.save('invoice', { ...invoice, attempted: true }, 'invoice.updated'), outcome }
  }
  const now = work.nowFor(idOf(invoice.customer))
  const wait = RETRIES[invoice.attempt_count]
  const renews = invoice.billing_reason !== 'subscription_create'
  const next =
    options.scheduled && renews ? (wait === undefined ? null : now + wait) : invoice.next_payment_attempt
  const attempts = options.scheduled || !renews ? invoice.attempt_count + 1 : invoice.attempt_count
  const failed: Invoice = {
    ...invoice,
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: renews ? next : null,
  }
  work.save('invoice', failed, 'invoice.payment_failed')
  if (outcome?.result === 'challenged') work.emit('invoice.payment_action_required', failed)
  if (subscription) subscriptionUnpaid(work, subscription.id, failed)
  return { invoice: failed, outcome }
}
