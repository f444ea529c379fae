import { StripeApiError } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { getItem, type Objects } from '../types.ts'
import { computePeriodEnd } from './calendar.ts'
import { collectInvoice } from './collect.ts'
import {
  createInvoice,
  draftInvoice,
  failFinalizationIfSet,
  finalizeInvoice,
  findIntent,
  type Invoice,
  voidInvoice,
  writeOffInvoice,
} from './invoices.ts'
import { endDiscount, isApplicable, listDiscounts } from './lines.ts'
import { cancelSessionIntent } from './sessionIntent.ts'
import { endSubscription, listInvoices, type Subscription } from './subscriptionStatus.ts'

/** How long a renewal's invoice stays a draft (https://docs.stripe.com/billing/invoices/subscription). */
const DRAFT_SECONDS = 3600

function advancePeriod(subscription: Subscription): Subscription {
  const item = getItem(subscription)
  const start = item.current_period_end
  const end = computePeriodEnd(subscription.billing_cycle_anchor, start)
  const data = [{ ...item, current_period_start: start, current_period_end: end }]
  return { ...subscription, items: { ...subscription.items, data } }
}

/** Begins the next period: ends the discounts that no longer apply, and creates the period's invoice. */
function renew(operation: Operation, subscription: Subscription, now: number): void {
  const customer = operation.getOrThrow('customer', subscription.customer)
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  for (const discount of listDiscounts(operation, subscription.discounts))
    if (!isApplicable(discount, now)) endDiscount(operation, discount)
  const discounts = listDiscounts(operation, subscription.discounts)
  const advanced = advancePeriod(subscription)
  const pauseBehavior = subscription.pause_collection?.behavior
  const invoice = createInvoice(operation, {
    customer,
    reason: 'subscription_cycle',
    discounts,
    subscription: advanced,
    period: { start, end },
    created: now,
    finalizesAt: subscription.status === 'unpaid' || pauseBehavior ? null : now + DRAFT_SECONDS,
  })
  const renewed = { ...advanced, discounts: discounts.map(({ id }) => id), latest_invoice: invoice.id }
  operation.save(renewed, 'customer.subscription.updated')
  // While collection is paused, invoices are not charged (https://docs.stripe.com/billing/subscriptions/pause-payment).
  if (pauseBehavior === 'void') voidInvoice(operation, finalizeInvoice(operation, invoice))
  if (pauseBehavior === 'mark_uncollectible') writeOffInvoice(operation, finalizeInvoice(operation, invoice))
}

/** Expires a subscription if it was never paid; otherwise resumes collection, ends it as scheduled, or renews it. */
export function advanceSubscription(operation: Operation, subscription: Subscription, now: number): void {
  if (subscription.status === 'incomplete') {
    // Klarna or the bank may still accept the payment.
    if (findIntent(operation, subscription.latest_invoice)?.status === 'processing') return
    for (const invoice of listInvoices(operation, subscription))
      if (invoice.status === 'open') voidInvoice(operation, invoice)
    const expired: Subscription = { ...subscription, status: 'incomplete_expired', ended_at: now }
    operation.save(expired, 'customer.subscription.updated')
    return
  }
  const { cancel_at, cancel_at_period_end, pause_collection } = subscription
  if (pause_collection?.resumes_at && pause_collection.resumes_at <= now) {
    operation.save({ ...subscription, pause_collection: null }, 'customer.subscription.updated')
    return
  }
  const hasPeriodEnded = getItem(subscription).current_period_end <= now
  if ((cancel_at !== null && cancel_at <= now) || (cancel_at_period_end && hasPeriodEnded))
    endSubscription(operation, subscription, 'cancellation_requested')
  else renew(operation, subscription, now)
}

/**
 * Finalizes and charges a draft, or retries the payment of an open invoice. A draft whose finalization is set to fail
 * stays a draft.
 */
export function advanceInvoice(operation: Operation, invoice: Invoice): void {
  if (invoice.status === 'draft' && failFinalizationIfSet(operation, invoice)) return
  const finalized = invoice.status === 'draft' ? finalizeInvoice(operation, invoice) : invoice
  collectInvoice(operation, finalized, { isScheduled: true })
}

/**
 * Expires a Checkout session, and cancels its payment intent
 * (https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-payment_intent).
 */
export function expireSession(
  operation: Operation,
  session: Objects['checkout.session'],
): Objects['checkout.session'] {
  cancelSessionIntent(operation, session)
  const expired = { ...session, status: 'expired', url: null } as const
  return operation.save(expired, 'checkout.session.expired')
}

/** Previews the next invoice of a subscription. Throws Stripe's 404 when no invoice will follow. */
export function previewInvoice(operation: Operation, subscription: Subscription): Invoice {
  const customer = operation.getOrThrow('customer', subscription.customer, 'customer')
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  const { cancel_at, cancel_at_period_end } = subscription
  const endsBeforeRenewal = cancel_at_period_end || (cancel_at !== null && cancel_at <= end)
  if (endsBeforeRenewal || !['active', 'past_due', 'unpaid'].includes(subscription.status)) {
    throw new StripeApiError(404, `No upcoming invoices for customer: '${customer.id}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  return draftInvoice(operation, {
    customer,
    reason: 'upcoming',
    discounts: listDiscounts(operation, subscription.discounts),
    subscription: advancePeriod(subscription),
    period: { start, end },
    created: end,
    finalizesAt: end + DRAFT_SECONDS,
  })
}
