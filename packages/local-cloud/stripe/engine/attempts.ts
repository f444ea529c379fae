import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { cancelIntent, createIntent, failAuthentication, type PaymentIntent } from './payments.ts'

type Session = Objects['checkout.session']

const settingOf = (session: string) => `attempt:${session}`

/** The payment that the attempts to pay a Checkout session share; undefined before the first. */
function attemptOf(work: Work, session: string): PaymentIntent | undefined {
  return work.store.get('payment_intent', work.store.setting(settingOf(session)) ?? '')
}

/**
 * The payment of a Checkout session, which is made with the first attempt and tried again with every other. In
 * `payment` mode the session names it; in `subscription` mode nothing does until the session is complete, since
 * subscription and invoice are only made then
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade,
 * https://docs.stripe.com/changelog/2022-08-01/deferred-paymentintent-checkout-session).
 *
 * @param params.amount - in the currency's smallest unit
 * @param params.customer - who pays; null while that is a guest who has not paid yet
 */
export function paymentAttempt(
  work: Work,
  session: Session,
  params: {
    amount: number
    customer: string | null
    description: string | null
    metadata: Record<string, string>
  },
): PaymentIntent {
  const earlier = attemptOf(work, session.id)
  if (earlier) {
    const again = { ...earlier, amount: params.amount, customer: params.customer }
    work.store.put('payment_intent', again)
    return again
  }
  const intent = createIntent(work, { ...params, currency: session.currency ?? 'usd' })
  work.store.set(settingOf(session.id), intent.id)
  if (session.mode === 'payment')
    work.store.put('checkout.session', { ...session, payment_intent: intent.id })
  return intent
}

/** Notes that the holder has not confirmed the payment of a session. */
export function attemptNotConfirmed(work: Work, session: Session): void {
  const intent = attemptOf(work, session.id)
  const method = work.store.get('payment_method', idOf(intent?.payment_method) ?? '')
  if (intent?.status === 'requires_action' && method) failAuthentication(work, intent, method)
}

/** Ends the payment of a session that nobody has paid; one that has been made stays. */
export function cancelAttempt(work: Work, session: Session): void {
  const intent = attemptOf(work, session.id)
  if (intent) cancelIntent(work, intent.id, 'expired')
}
