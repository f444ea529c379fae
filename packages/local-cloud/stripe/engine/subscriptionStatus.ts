import type { Operation } from '../operation.ts'
import type { Objects } from '../types.ts'
import { getSubscriptionId, type Invoice } from './invoices.ts'
import { endDiscount, listDiscounts } from './lines.ts'

export type Subscription = Objects['subscription']

/** The values of the account's setting for subscriptions whose last payment retry has failed. */
export const DUNNING_ENDS = ['cancel', 'unpaid', 'past_due'] as const

/** Reads the setting for subscriptions whose last payment retry has failed. */
export function getDunningEnd(operation: Operation): (typeof DUNNING_ENDS)[number] {
  const stored = operation.store.getSetting('dunning_end')
  return DUNNING_ENDS.find((name) => name === stored) ?? 'cancel'
}

/** Reads whether a subscription is active while its first payment is processing. By default it is incomplete. */
export function isActiveWhileProcessing(operation: Operation): boolean {
  return operation.store.getSetting('active_while_processing') === 'true'
}

export function hasEnded({ status }: Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** Lists the invoices of a subscription, newest first. */
export function listInvoices(operation: Operation, subscription: Subscription): Invoice[] {
  return operation.store
    .list('invoice', subscription.customer)
    .filter((invoice) => getSubscriptionId(invoice) === subscription.id)
}

/**
 * Cancels a subscription, stops the collection of its draft and open invoices, and ends its discounts. One that was
 * never paid expires instead.
 */
export function endSubscription(
  operation: Operation,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed' | null,
  comment?: string,
): Subscription {
  const now = operation.now()
  for (const invoice of listInvoices(operation, subscription)) {
    if (invoice.status !== 'draft' && invoice.status !== 'open') continue
    operation.save({ ...invoice, auto_advance: false, next_payment_attempt: null }, 'invoice.updated')
  }
  for (const discount of listDiscounts(operation, subscription.discounts)) endDiscount(operation, discount)
  const earlierDetails = subscription.cancellation_details
  const ended: Subscription = {
    ...subscription,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: {
      comment: comment ?? earlierDetails?.comment ?? null,
      feedback: earlierDetails?.feedback ?? null,
      feedback_option: null,
      reason: reason ?? earlierDetails?.reason ?? null,
    },
    discounts: [],
    ended_at: now,
    status: subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  }
  const event =
    ended.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated'
  return operation.save(ended, event)
}

export function setStatus(
  operation: Operation,
  subscription: Subscription,
  status: Subscription['status'],
): Subscription {
  return operation.save({ ...subscription, status }, 'customer.subscription.updated')
}

/**
 * Finds the invoice that decides a subscription's status: the newest that is not void
 * (https://docs.stripe.com/billing/subscriptions/overview#handle-unpaid-subscriptions).
 */
function findDecisiveInvoice(operation: Operation, subscription: Subscription): Invoice | undefined {
  return listInvoices(operation, subscription).find(({ status }) => status !== 'void')
}

/** Activates an invoice's subscription after payment, if the invoice decides the subscription's status. */
export function updateAfterPayment(operation: Operation, invoice: Invoice): void {
  const subscription = operation.store.get('subscription', getSubscriptionId(invoice))
  if (!subscription || findDecisiveInvoice(operation, subscription)?.id !== invoice.id) return
  if (['incomplete', 'past_due', 'unpaid'].includes(subscription.status))
    setStatus(operation, subscription, 'active')
}

/**
 * Updates an invoice's subscription after the invoice is voided or written off. A subscription in arrears becomes
 * active if its decisive invoice is paid or written off
 * (https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses).
 */
export function updateSubscriptionAfterInvoiceClosed(operation: Operation, invoice: Invoice): void {
  const subscription = operation.store.get('subscription', getSubscriptionId(invoice))
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return
  const decisive = findDecisiveInvoice(operation, subscription)
  if (decisive?.status === 'paid' || decisive?.status === 'uncollectible')
    setStatus(operation, subscription, 'active')
}

/** Marks a subscription as past due when a renewal payment fails. After the last retry, applies the dunning setting. */
export function updateAfterFailure(operation: Operation, invoice: Invoice): void {
  const subscription = operation.store.get('subscription', getSubscriptionId(invoice))
  if (!subscription || invoice.billing_reason === 'subscription_create') return
  if (!['active', 'past_due'].includes(subscription.status)) return
  const pastDue =
    subscription.status === 'past_due' ? subscription : setStatus(operation, subscription, 'past_due')
  if (invoice.next_payment_attempt !== null) return
  const end = getDunningEnd(operation)
  if (end === 'cancel') endSubscription(operation, pastDue, 'payment_failed')
  if (end === 'unpaid') setStatus(operation, pastDue, 'unpaid')
}
