import { collectInvoice } from '../engine/collect.ts'
import { findIntent } from '../engine/invoices.ts'
import { declineIntent, type PaymentIntent } from '../engine/payments.ts'
import { setStatus } from '../engine/subscriptionStatus.ts'
import type { Decline } from '../engine/testCards.ts'
import type { Operation } from '../operation.ts'
import type { Session } from './session.ts'

const DECLINED: Decline = {
  code: 'payment_method_provider_decline',
  decline_code: 'generic_decline',
  message: 'The payment was declined by the provider of the payment method.',
}

/** Finds a Checkout session's payment if it is still processing. */
export function findProcessingIntent(operation: Operation, session: Session): PaymentIntent | undefined {
  const intent = findIntent(operation, session.invoice)
  return intent?.status === 'processing' ? intent : undefined
}

/**
 * Settles the delayed payment of a Checkout session (https://docs.stripe.com/payments/checkout/fulfill-orders).
 *
 * @returns undefined when no payment of the session is processing
 */
export function settleSession(
  operation: Operation,
  session: Session,
  { succeeds }: { succeeds: boolean },
): Session | undefined {
  const intent = findProcessingIntent(operation, session)
  if (!intent) return undefined
  const method = operation.getOrThrow('payment_method', intent.payment_method)
  const invoice = operation.getOrThrow('invoice', session.invoice)
  if (succeeds) {
    collectInvoice(operation, invoice, { method })
    const paidSession: Session = { ...session, payment_status: 'paid' }
    return operation.save(paidSession, 'checkout.session.async_payment_succeeded')
  }
  declineIntent(operation, intent, method, DECLINED)
  const failedInvoice = { ...invoice, attempt_count: invoice.attempt_count + 1 }
  operation.save(failedInvoice, 'invoice.payment_failed')
  const subscription = operation.store.get('subscription', session.subscription)
  if (subscription?.status === 'active') setStatus(operation, subscription, 'past_due')
  // A subscription that came due during processing has no due time. `put` sets one, so that the subscription expires.
  else if (subscription) operation.store.put(subscription)
  return operation.save(session, 'checkout.session.async_payment_failed')
}
