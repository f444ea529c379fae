import type Stripe from 'stripe'
import { idOf } from './stripe'

/**
 * Whether a bank or Klarna is still working on the first payment of one of these subscriptions. Such a one is
 * `incomplete` and gives no access yet, but its owner must not buy another meanwhile.
 * https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses
 */
export async function isPaymentProcessing(
  stripe: Stripe,
  subscriptions: readonly Stripe.Subscription[],
): Promise<boolean> {
  for (const { status, latest_invoice } of subscriptions) {
    const id = status === 'incomplete' ? idOf(latest_invoice) : undefined
    if (!id) continue
    const { payments } = await stripe.invoices.retrieve(id, { expand: ['payments'] })
    for (const { payment } of payments?.data ?? []) {
      const intent = idOf(payment.payment_intent)
      if (intent && (await stripe.paymentIntents.retrieve(intent)).status === 'processing') return true
    }
  }
  return false
}
