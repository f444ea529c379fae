import { attach, type Card, confirmHolder, createCard } from '../engine/paymentMethods.ts'
import { itemOf } from '../engine/subscribe.ts'
import { endSubscription, type Subscription } from '../engine/subscriptionStatus.ts'
import { nulls } from '../nulls.ts'
import { setupOf } from '../resources/payments.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

/** The subscriptions that the portal shows. */
export function visibleSubscriptions(work: Work, customer: string): Subscription[] {
  return work.store
    .all('subscription', customer)
    .filter(({ status }) => !['canceled', 'incomplete_expired', 'incomplete'].includes(status))
}

/** Cancels a subscription. At the end of the period, that sets only `cancel_at`. */
export function cancelInPortal(work: Work, subscription: Subscription, mode: string): Subscription {
  if (mode === 'immediately') return endSubscription(work, subscription, 'cancellation_requested')
  const planned: Subscription = {
    ...subscription,
    cancel_at: itemOf(subscription).current_period_end,
    canceled_at: work.now(),
    cancellation_details: { reason: 'cancellation_requested', ...nulls('comment feedback feedback_option') },
  }
  return work.save('subscription', planned, 'customer.subscription.updated')
}

/** Reverts a planned cancellation. */
export function keepInPortal(work: Work, subscription: Subscription): Subscription {
  const reverted: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    cancellation_details: nulls('comment feedback feedback_option reason'),
    ...nulls('cancel_at canceled_at'),
  }
  return work.save('subscription', reverted, 'customer.subscription.updated')
}

/** Replaces the card of a customer and of every subscription. Throws a 402 when the card is declined. */
export function changeCard(
  work: Work,
  customer: Objects['customer'],
  card: Card & { name: string },
  confirmed: boolean,
): void {
  const created = createCard(work, card, { email: customer.email, name: card.name || null })
  const method = attach(work, created, customer.id)
  if (confirmed) confirmHolder(work, method.id)
  const intent = setupOf(work, customer.id, method)
  work.save('setup_intent', intent, 'setup_intent.created')
  work.emit('setup_intent.succeeded', intent)
  const default_payment_method = method.id
  const invoice_settings = { ...customer.invoice_settings, default_payment_method }
  work.save('customer', { ...customer, invoice_settings }, 'customer.updated')
  for (const subscription of visibleSubscriptions(work, customer.id))
    work.save('subscription', { ...subscription, default_payment_method }, 'customer.subscription.updated')
}
