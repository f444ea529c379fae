import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { getSubscriptionId, type Invoice } from './invoices.ts'
import { endDiscount } from './lines.ts'

export type Subscription = Objects['subscription']

/** The status of a subscription after its last failed retry, by the account's setting. */
export const DUNNING_ENDS = ['cancel', 'unpaid', 'past_due'] as const
export type DunningEnd = (typeof DUNNING_ENDS)[number]

/** The account's setting; `cancel` by default. */
export function getDunningEnd(work: Work): DunningEnd {
  const chosen = work.store.setting('dunning_end')
  return DUNNING_ENDS.find((name) => name === chosen) ?? 'cancel'
}

/** Whether a subscription is active while its first payment is processing, as with ACH; with Klarna it is incomplete. */
export function isActiveWhileProcessing(work: Work): boolean {
  return work.store.setting('active_while_processing') === 'true'
}

/** Whether a subscription has ended. */
export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** The invoices of a subscription, newest first. */
export function listInvoices(work: Work, subscription: Subscription): Invoice[] {
  return work.store
    .all('invoice', getId(subscription.customer) ?? undefined)
    .filter((invoice) => getSubscriptionId(invoice) === subscription.id)
}

/** Cancels a subscription: its open invoices are not charged any more, and its discounts end. */
export function endSubscription(
  work: Work,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
): Subscription {
  const now = work.now()
  for (const invoice of listInvoices(work, subscription)) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    work.save('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null }, 'invoice.updated')
  }
  for (const id of subscription.discounts) {
    const discount = work.store.get('discount', getId(id) ?? '')
    if (discount) endDiscount(work, discount)
  }
  const before = subscription.cancellation_details
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: before?.comment ?? null,
      feedback: before?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? before?.reason ?? null,
    },
    discounts: [],
    ended_at: now,
    status: 'canceled',
  }
  return work.save('subscription', ended, 'customer.subscription.deleted')
}

/** Changes the status of a subscription. */
export function setStatus(
  work: Work,
  subscription: Subscription,
  status: Subscription['status'],
): Subscription {
  return work.save('subscription', { ...subscription, status }, 'customer.subscription.updated')
}

/**
 * The invoice that decides on a subscription's status: the newest that is not void
 * (https://docs.stripe.com/billing/subscriptions/overview#handle-unpaid-subscriptions).
 */
function findDecisiveInvoice(work: Work, subscription: Subscription): Invoice | undefined {
  return listInvoices(work, subscription).find(({ status }) => status !== 'void')
}

/** Updates a subscription after the payment of an invoice. */
export function updateAfterPayment(work: Work, invoice: Invoice): void {
  const subscription = work.store.get('subscription', getSubscriptionId(invoice))
  if (!subscription || findDecisiveInvoice(work, subscription)?.id !== invoice.id) return
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    setStatus(work, subscription, 'active')
}

/**
 * Updates a subscription after an invoice was voided or written off: it is active when its decisive invoice is paid or
 * written off (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function updateAfterWaiver(work: Work, invoice: Invoice): void {
  const subscription = work.store.get('subscription', getSubscriptionId(invoice))
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return
  const decisive = findDecisiveInvoice(work, subscription)
  if (decisive?.status === 'paid' || decisive?.status === 'uncollectible')
    setStatus(work, subscription, 'active')
}

/** Updates a subscription after a failed payment: without a further retry, the account's setting decides. */
export function updateAfterFailure(work: Work, invoice: Invoice): void {
  const subscription = work.store.get('subscription', getSubscriptionId(invoice))
  if (!subscription || invoice.billing_reason === 'subscription_create') return
  if (!['active', 'past_due'].includes(subscription.status)) return
  const pastDue =
    subscription.status === 'past_due' ? subscription : setStatus(work, subscription, 'past_due')
  if (invoice.next_payment_attempt !== null) return
  const end = getDunningEnd(work)
  if (end === 'cancel') endSubscription(work, pastDue, 'payment_failed')
  if (end === 'unpaid') setStatus(work, pastDue, 'unpaid')
}
