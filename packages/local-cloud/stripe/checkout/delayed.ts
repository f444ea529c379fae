import { collectInvoice } from '../engine/collect.ts'
import { intentOf } from '../engine/invoices.ts'
import { confirmIntent, decline, type PaymentIntent } from '../engine/payments.ts'
import type { Decline } from '../engine/testCards.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import type { Session } from './session.ts'

const REFUSED: Decline = {
  code: 'payment_method_provider_decline',
  decline_code: 'generic_decline',
  message: 'The payment was declined by the provider of the payment method.',
}

/** The payment of a Checkout session that is yet to be decided on. */
export function processingIntent(work: Work, session: Session): PaymentIntent | undefined {
  const invoice = idOf(session.invoice)
  const own = idOf(session.payment_intent)
  const intent = invoice ? intentOf(work, invoice) : own ? work.store.get('payment_intent', own) : undefined
  return intent?.status === 'processing' ? intent : undefined
}

/**
 * Decides on a payment that was left open in Checkout (https://docs.stripe.com/payments/checkout/fulfill-orders). Until
 * then a subscription is `incomplete`, for as long as that takes. Answers nothing when there is none to decide on.
 */
export function settleSession(work: Work, session: Session, succeeds: boolean): Session | undefined {
  const intent = processingIntent(work, session)
  const method = work.store.get('payment_method', idOf(intent?.payment_method) ?? '')
  if (!intent || !method) return undefined
  const invoice = work.store.get('invoice', idOf(session.invoice) ?? '')
  if (!succeeds) {
    decline(work, intent, method, REFUSED)
    if (invoice) {
      const failed = { ...invoice, attempt_count: invoice.attempt_count + 1 }
      work.save('invoice', failed, 'invoice.payment_failed')
    }
    // Its time to be paid runs again, or is over already.
    const subscription = work.store.get('subscription', idOf(session.subscription) ?? '')
    if (subscription?.status === 'active') {
      work.save('subscription', { ...subscription, status: 'past_due' }, 'customer.subscription.updated')
    } else if (subscription) work.store.put('subscription', subscription)
    return work.save('checkout.session', session, 'checkout.session.async_payment_failed')
  }
  const options = { method, present: true, confirmed: true }
  if (invoice) collectInvoice(work, invoice, options)
  else confirmIntent(work, intent, method, options)
  const paid: Session = { ...session, payment_status: 'paid' }
  return work.save('checkout.session', paid, 'checkout.session.async_payment_succeeded')
}
