import { collectInvoice } from '../engine/collect.ts'
import { findIntent } from '../engine/invoices.ts'
import { declineIntent, type PaymentIntent } from '../engine/payments.ts'
import { setStatus } from '../engine/subscriptionStatus.ts'
import type { Decline } from '../engine/testCards.ts'
import { getId } from '../types.ts'
import type { Work } from '../work.ts'
import type { Session } from './session.ts'

const DECLINED: Decline = {
  code: 'payment_method_provider_decline',
  decline_code: 'generic_decline',
  message: 'The payment was declined by the provider of the payment method.',
}

/** The payment of a Checkout session that is not decided yet. */
export function findProcessingIntent(work: Work, session: Session): PaymentIntent | undefined {
  const intent = findIntent(work, getId(session.invoice) ?? '')
  return intent?.status === 'processing' ? intent : undefined
}

/**
 * Decides on the delayed payment of a Checkout session (https://docs.stripe.com/payments/checkout/fulfill-orders).
 *
 * @returns undefined when there is none to decide on
 */
export function settleSession(work: Work, session: Session, succeeds: boolean): Session | undefined {
  const intent = findProcessingIntent(work, session)
  if (!intent) return undefined
  const method = work.need('payment_method', getId(intent.payment_method) ?? '')
  const invoice = work.need('invoice', getId(session.invoice) ?? '')
  if (succeeds) {
    collectInvoice(work, invoice, { method })
    const paid: Session = { ...session, payment_status: 'paid' }
    return work.save('checkout.session', paid, 'checkout.session.async_payment_succeeded')
  }
  declineIntent(work, intent, method, DECLINED)
  const failed = { ...invoice, attempt_count: invoice.attempt_count + 1 }
  work.save('invoice', failed, 'invoice.payment_failed')
  const subscription = work.store.get('subscription', getId(session.subscription) ?? '')
  if (subscription?.status === 'active') setStatus(work, subscription, 'past_due')
  // Writing it makes its first payment due again.
  else if (subscription) work.store.put('subscription', subscription)
  return work.save('checkout.session', session, 'checkout.session.async_payment_failed')
}
