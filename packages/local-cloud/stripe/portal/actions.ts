import { attach, confirmHolder, createCard, type PaymentMethod } from '../engine/paymentMethods.ts'
import { endSubscription, type Subscription } from '../engine/standing.ts'
import { setUp } from '../resources/paymentMethods.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

const ENDED = new Set<string>(['canceled', 'incomplete_expired', 'incomplete'])

/** The subscriptions that a customer sees in the portal. */
export function visibleSubscriptions(work: Work, customer: string): Subscription[] {
  return work.store.all('subscription', customer).filter(({ status }) => !ENDED.has(status))
}

/** Whether a subscription ends by itself. */
export function isScheduledToEnd(subscription: Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null
}

/** When the running period ends. Seconds since 1970. */
export function periodEndOf(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map(({ current_period_end }) => current_period_end))
}

/**
 * A customer cancels. At the end of the period, with flexible billing, that sets only `cancel_at` (contract "Stripe
 * billing").
 */
export function cancelInPortal(
  work: Work,
  subscription: Subscription,
  mode: string,
  details: { feedback: string | null; comment: string | null },
): Subscription {
  if (mode === 'immediately') return endSubscription(work, subscription, 'cancellation_requested', details)
  const flexible = subscription.billing_mode.type === 'flexible'
  const planned: Subscription = {
    ...subscription,
    cancel_at: periodEndOf(subscription),
    cancel_at_period_end: !flexible,
    canceled_at: work.now(subscription.test_clock),
    cancellation_details: {
      comment: details.comment,
      feedback: details.feedback,
      feedback_option: null,
      reason: 'cancellation_requested',
    },
  }
  return work.save('subscription', planned, 'customer.subscription.updated')
}

/** A customer takes a cancellation back before it has come. */
export function keepInPortal(work: Work, subscription: Subscription): Subscription {
  const kept: Subscription = {
    ...subscription,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  }
  return work.save('subscription', kept, 'customer.subscription.updated')
}

/**
 * A customer puts another card in the place of the one that pays: for the customer, and for every subscription.
 *
 * @throws StripeProblem 402 when the card is declined
 */
export function changeCard(
  work: Work,
  customer: Objects['customer'],
  card: { number: string; exp_month: number; exp_year: number; name: string },
  confirmed: boolean,
): PaymentMethod {
  const made = createCard(work, card, { email: customer.email, name: card.name || null })
  const method = attach(work, made, customer.id)
  if (confirmed) confirmHolder(work, method.id)
  const intent = setUp(work, customer.id, method)
  work.save('setup_intent', intent, 'setup_intent.created')
  work.emit('setup_intent.succeeded', intent)
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: method.id }
  work.save('customer', { ...customer, invoice_settings }, 'customer.updated')
  for (const subscription of visibleSubscriptions(work, customer.id)) {
    const charged = { ...subscription, default_payment_method: method.id }
    work.save('subscription', charged, 'customer.subscription.updated')
  }
  return method
}
