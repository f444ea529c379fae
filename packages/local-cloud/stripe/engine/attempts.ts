import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { SUBSCRIPTION_CREATION } from './invoices.ts'
import { cancelIntent, createIntent, failAuthentication, type PaymentIntent } from './payments.ts'

type Session = Objects['checkout.session']

const settingOf = (session: string) => `attempt:${session}`

/** The payment that all attempts to pay a Checkout session share; undefined before the first. */
function attemptOf(work: Work, session: string): PaymentIntent | undefined {
  return work.store.get('payment_intent', work.store.setting(settingOf(session)) ?? '')
}

/**
 * The payment of a Checkout session. Its first attempt creates it, the others reuse it. The session does not name it
 * until the subscription exists
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 *
 * @param amount - in cents
 * @param customer - null for a guest who has not paid yet
 */
export function paymentAttempt(
  work: Work,
  session: Session,
  amount: number,
  customer: string | null,
): PaymentIntent {
  const earlier = attemptOf(work, session.id)
  if (earlier) {
    const again = { ...earlier, amount, customer }
    work.store.put('payment_intent', again)
    return again
  }
  const currency = session.currency ?? 'usd'
  const intent = createIntent(work, { amount, currency, customer, description: SUBSCRIPTION_CREATION })
  work.store.set(settingOf(session.id), intent.id)
  return intent
}

/** Records that the payer of a session has not authenticated. */
export function failAttempt(work: Work, session: Session): void {
  const intent = attemptOf(work, session.id)
  const method = work.store.get('payment_method', idOf(intent?.payment_method) ?? '')
  if (intent?.status === 'requires_action' && method) failAuthentication(work, intent, method)
}

/** Cancels the unpaid payment of a session. */
export function cancelAttempt(work: Work, session: Session): void {
  const intent = attemptOf(work, session.id)
  if (intent) cancelIntent(work, intent.id, 'expired')
}
