import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { endDiscount } from './discounts.ts'
import { type Invoice, subscriptionIdOf } from './invoices.ts'

export type Subscription = Objects['subscription']

/** What becomes of a subscription whose retries have all failed, as the account is set. */
export const DUNNING_ENDS = ['cancel', 'unpaid', 'past_due'] as const
export type DunningEnd = (typeof DUNNING_ENDS)[number]

/** The account's setting; at first a subscription is cancelled. */
export function dunningEnd(work: Work): DunningEnd {
  const chosen = work.store.setting('dunning_end')
  return DUNNING_ENDS.find((name) => name === chosen) ?? 'cancel'
}

/**
 * Whether a subscription is active while its first payment is processing, as with ACH; otherwise it is incomplete, as
 * with Klarna.
 */
export function isActiveWhileProcessing(work: Work): boolean {
  return work.store.setting('active_while_processing') === 'true'
}

/** The invoices of a subscription, the newest first. */
export function invoicesOf(work: Work, subscription: Subscription): Invoice[] {
  return work.store
    .all('invoice', idOf(subscription.customer) ?? undefined)
    .filter((invoice) => subscriptionIdOf(invoice) === subscription.id)
}

/** Ends a subscription for good: its invoices are not pursued any further, and its discounts end. */
export function endSubscription(
  work: Work,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed' | null,
  details: { comment?: string | null; feedback?: string | null } = {},
): Subscription {
  const now = work.now(subscription.test_clock)
  for (const invoice of invoicesOf(work, subscription)) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    work.save('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null }, 'invoice.updated')
  }
  const before = subscription.cancellation_details
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: details.comment ?? before?.comment ?? null,
      feedback: details.feedback ?? before?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? before?.reason ?? null,
    },
    ended_at: now,
    status: 'canceled',
  }
  for (const id of subscription.discounts) {
    const discount = work.store.get('discount', idOf(id) ?? '')
    if (discount) endDiscount(work, discount)
  }
  return work.save('subscription', { ...ended, discounts: [] }, 'customer.subscription.deleted')
}

/**
 * The invoice by which a subscription stands: the newest that is not void
 * (https://docs.stripe.com/billing/subscriptions/overview#handle-unpaid-subscriptions).
 */
function decisiveInvoice(work: Work, subscription: Subscription): Invoice | undefined {
  return invoicesOf(work, subscription).find(({ status }) => status !== 'void')
}

/** A subscription hears that an invoice of it is paid, and with what when it was charged. */
export function subscriptionPaid(work: Work, id: string, invoice: Invoice, method: string | null): void {
  const subscription = work.store.get('subscription', id)
  if (!subscription || decisiveInvoice(work, subscription)?.id !== invoice.id) return
  const saves = subscription.payment_settings?.save_default_payment_method === 'on_subscription'
  const waits = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const paid: Subscription = {
    ...subscription,
    default_payment_method: saves && method !== null ? method : subscription.default_payment_method,
    status: waits ? 'active' : subscription.status,
  }
  work.save('subscription', paid, 'customer.subscription.updated')
}

/**
 * A subscription hears that somebody has voided one of its invoices, or written it off. It is active again when the
 * newest that is not void is paid; written off counts as paid
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function subscriptionForgiven(work: Work, invoice: Invoice): void {
  const subscription = work.store.get('subscription', subscriptionIdOf(invoice) ?? '')
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return
  const decisive = decisiveInvoice(work, subscription)
  if (decisive?.status !== 'paid' && decisive?.status !== 'uncollectible') return
  work.save('subscription', { ...subscription, status: 'active' }, 'customer.subscription.updated')
}

/** A subscription hears that a payment has failed; when no further attempt is planned, the account's rule decides. */
export function subscriptionUnpaid(work: Work, id: string, invoice: Invoice): void {
  const subscription = work.store.get('subscription', id)
  if (!subscription || invoice.billing_reason === 'subscription_create') return
  if (!['active', 'trialing', 'past_due'].includes(subscription.status)) return
  let current = subscription
  if (current.status !== 'past_due') {
    current = work.save('subscription', { ...current, status: 'past_due' }, 'customer.subscription.updated')
  }
  if (invoice.next_payment_attempt !== null) return
  const end = dunningEnd(work)
  if (end === 'cancel') endSubscription(work, current, 'payment_failed')
  if (end === 'unpaid') {
    work.save('subscription', { ...current, status: 'unpaid' }, 'customer.subscription.updated')
  }
}
