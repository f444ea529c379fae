import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { cancelAttempt } from './attempts.ts'
import { periodEnd } from './calendar.ts'
import { collectInvoice, methodFor } from './collect.ts'
import { applies, couponBehind, type Discount, endDiscount } from './discounts.ts'
import { failFinalization, takeFinalizationFailure } from './finalization.ts'
import {
  createInvoice,
  DRAFT_TIME,
  finalizeInvoice,
  type Invoice,
  intentOf,
  voidInvoice,
  writeOffInvoice,
} from './invoices.ts'
import { endSubscription, invoicesOf, type Subscription } from './standing.ts'
import { billedItems } from './subscribe.ts'

/** Whether Klarna or the bank has yet to decide on the first payment of a subscription. */
function isProcessing(work: Work, subscription: Objects['subscription']): boolean {
  const invoice = idOf(subscription.latest_invoice)
  return invoice !== null && intentOf(work, invoice)?.status === 'processing'
}

/** The discounts of a subscription that are still there. */
export function discountsOf(work: Work, subscription: Subscription): Discount[] {
  return subscription.discounts.flatMap(
    (reference) => work.store.get('discount', idOf(reference) ?? '') ?? [],
  )
}

/** The subscription with the periods that follow on its present ones, where these are over at `now`. */
export function nextPeriods(subscription: Subscription, now: number): Subscription {
  const { billing_cycle_anchor: anchor } = subscription
  const data = subscription.items.data.map((item) => {
    if (item.current_period_end > now) return item
    const { interval, interval_count } = item.plan
    return {
      ...item,
      current_period_start: item.current_period_end,
      current_period_end: periodEnd(anchor, item.current_period_end, { interval, interval_count }),
    }
  })
  return { ...subscription, items: { ...subscription.items, data } }
}

function endsNow(subscription: Subscription, now: number): boolean {
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) return true
  const over = subscription.items.data.every(({ current_period_end }) => current_period_end <= now)
  return subscription.cancel_at_period_end && over
}

/** Begins the next period: a draft of its invoice, without the discounts that are over. */
function renew(work: Work, subscription: Subscription, now: number): void {
  const customer = work.store.get('customer', idOf(subscription.customer) ?? '')
  const first = subscription.items.data[0]
  if (!customer || !first) return
  const ended = discountsOf(work, subscription).filter((discount) => {
    const coupon = couponBehind(work, discount)
    return !coupon || !applies(discount, coupon, now)
  })
  for (const discount of ended) endDiscount(work, discount)
  const next = nextPeriods(subscription, now)
  const left = discountsOf(work, next)
  const paused = subscription.pause_collection !== null
  const invoice = createInvoice(work, {
    customer,
    currency: subscription.currency,
    reason: 'subscription_cycle',
    items: billedItems(work, next),
    discounts: left,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    period: { start: first.current_period_start, end: first.current_period_end },
    created: now,
    finalizesAt: subscription.status === 'unpaid' || paused ? null : now + DRAFT_TIME,
  })
  const renewed: Subscription = {
    ...next,
    discounts: left.map(({ id }) => id),
    latest_invoice: invoice.id,
    status: subscription.status === 'trialing' ? 'active' : subscription.status,
  }
  work.save('subscription', renewed, 'customer.subscription.updated')
  if (subscription.pause_collection) closePaused(work, invoice, subscription.pause_collection.behavior)
}

/**
 * What becomes at once of an invoice that is made while collection is paused. The subscription stands as before
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
function closePaused(work: Work, draft: Invoice, behaviour: string): void {
  if (behaviour === 'keep_as_draft') return
  const open = finalizeInvoice(work, draft)
  if (behaviour === 'void' && open.status === 'open') voidInvoice(work, open)
  if (behaviour === 'mark_uncollectible' && open.status === 'open') {
    writeOffInvoice(work, open, 'subscription_paused')
  }
}

/** The end of a trial for which there is nothing to pay with. Returns whether that was the end of the matter. */
export function trialEndsUnpaid(work: Work, subscription: Subscription, now: number): boolean {
  const customer = work.store.get('customer', idOf(subscription.customer) ?? '')
  const rule = subscription.trial_settings?.end_behavior.missing_payment_method
  if (subscription.status !== 'trialing' || rule === 'create_invoice') return false
  if (methodFor(work, subscription, customer)) return false
  if (rule === 'cancel') endSubscription(work, subscription, null)
  else pauseSubscription(work, subscription, 'trial_end_without_payment_method', now)
  return true
}

/** Lets a subscription rest: nothing is charged until it is resumed. */
export function pauseSubscription(
  work: Work,
  subscription: Subscription,
  why: 'pause_requested' | 'trial_end_without_payment_method',
  now: number,
): Subscription {
  const paused: Subscription = {
    ...subscription,
    status: 'paused',
    status_details: { paused: { subscription: { type: why }, transitioned_at: now, type: 'subscription' } },
  }
  return work.save('subscription', paused, 'customer.subscription.paused')
}

/** What becomes of a subscription by itself at a time. */
export function advanceSubscription(work: Work, subscription: Subscription, now: number): void {
  if (subscription.status === 'incomplete') {
    if (isProcessing(work, subscription)) return
    for (const invoice of invoicesOf(work, subscription))
      if (invoice.status === 'open') voidInvoice(work, invoice)
    work.save(
      'subscription',
      { ...subscription, status: 'incomplete_expired', ended_at: now },
      'customer.subscription.updated',
    )
    return
  }
  if (endsNow(subscription, now)) {
    endSubscription(work, subscription, 'cancellation_requested')
    return
  }
  const resumes = subscription.pause_collection?.resumes_at
  if (typeof resumes === 'number' && resumes <= now) {
    work.save('subscription', { ...subscription, pause_collection: null }, 'customer.subscription.updated')
    return
  }
  if (trialEndsUnpaid(work, subscription, now)) return
  renew(work, subscription, now)
}

/** What becomes of an invoice by itself: a draft is made final and paid, a failed payment tried again. */
export function advanceInvoice(work: Work, invoice: Invoice): void {
  if (invoice.status === 'draft' && takeFinalizationFailure(work)) {
    failFinalization(work, invoice)
    return
  }
  const open = invoice.status === 'draft' ? finalizeInvoice(work, invoice) : invoice
  if (open.status === 'paid') return
  collectInvoice(work, open, { scheduled: true })
}

/**
 * What becomes of a Checkout page that nobody has completed; its payment ends with it
 * (https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-payment_intent).
 */
export function expireSession(work: Work, session: Objects['checkout.session']): Objects['checkout.session'] {
  cancelAttempt(work, session)
  return work.save(
    'checkout.session',
    { ...session, status: 'expired', url: null },
    'checkout.session.expired',
  )
}
