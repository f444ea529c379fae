import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'
import { cancelIntent, createIntent, type PaymentIntent } from './payments.ts'

type Session = Objects['checkout.session']

const getSettingName = (session: Session) => `attempt:${session.id}`

/**
 * Returns the payment intent that all attempts to pay a Checkout session share. The first attempt creates it. The
 * session's object never contains the intent's id
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 */
export function ensureSessionIntent(operation: Operation, session: Session): PaymentIntent {
  const id = operation.store.getSetting(getSettingName(session)) ?? ''
  const existing = operation.store.get('payment_intent', id)
  if (existing) return existing
  const intent = createIntent(operation, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: getId(session.customer),
  })
  operation.store.setSetting(getSettingName(session), intent.id)
  return intent
}

/** Cancels a session's payment intent, if an attempt has created one and it is unpaid. */
export function cancelSessionIntent(operation: Operation, session: Session): void {
  cancelIntent(operation, operation.store.getSetting(getSettingName(session)) ?? '', 'expired')
}
