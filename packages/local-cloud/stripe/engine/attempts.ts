import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { cancelIntent, createIntent, type PaymentIntent } from './payments.ts'

type Session = Objects['checkout.session']

const nameSetting = (session: Session) => `attempt:${session.id}`

/**
 * The payment that all attempts to pay a Checkout session share. The first attempt creates it. The session does not
 * name it until the subscription exists
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 */
export function ensureAttempt(work: Work, session: Session): PaymentIntent {
  const earlier = work.store.get('payment_intent', work.store.setting(nameSetting(session)) ?? '')
  if (earlier) return earlier
  const intent = createIntent(work, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    customer: getId(session.customer),
  })
  work.store.set(nameSetting(session), intent.id)
  return intent
}

/** Cancels the unpaid payment of a session. */
export function cancelAttempt(work: Work, session: Session): void {
  cancelIntent(work, work.store.setting(nameSetting(session)) ?? '', 'expired')
}
