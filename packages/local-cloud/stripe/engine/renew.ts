import { StripeProblem } from '../errors.ts'
import { getId, getItem, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { cancelAttempt } from './attempts.ts'
import { computePeriodEnd } from './calendar.ts'
import { collectInvoice } from './collect.ts'
import {
  createInvoice,
  draftInvoice,
  failFinalization,
  finalizeInvoice,
  findIntent,
  type Invoice,
  voidInvoice,
  writeOffInvoice,
} from './invoices.ts'
import { type Discount, endDiscount, isApplicable } from './lines.ts'
import { endSubscription, listInvoices, type Subscription } from './subscriptionStatus.ts'

/** How long a renewal's invoice stays a draft (https://docs.stripe.com/billing/invoices/subscription). Seconds. */
const DRAFT_TIME = 3600

/** The discounts of a subscription that have not ended. */
function listDiscounts(work: Work, { discounts }: Subscription): Discount[] {
  return discounts.flatMap((reference) => work.store.get('discount', getId(reference) ?? '') ?? [])
}

function advancePeriod(subscription: Subscription): Subscription {
  const item = getItem(subscription)
  const start = item.current_period_end
  const end = computePeriodEnd(subscription.billing_cycle_anchor, start)
  const data = [{ ...item, current_period_start: start, current_period_end: end }]
  return { ...subscription, items: { ...subscription.items, data } }
}

/** Begins the next period with a draft of its invoice. */
function renew(work: Work, subscription: Subscription, now: number): void {
  const customer = work.need('customer', getId(subscription.customer) ?? '')
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  for (const discount of listDiscounts(work, subscription))
    if (!isApplicable(work, discount, now)) endDiscount(work, discount)
  const discounts = listDiscounts(work, subscription)
  const next = advancePeriod(subscription)
  const pause = subscription.pause_collection?.behavior
  const invoice = createInvoice(work, {
    customer,
    reason: 'subscription_cycle',
    discounts,
    subscription: next,
    period: { start, end },
    created: now,
    finalizesAt: subscription.status === 'unpaid' || pause ? null : now + DRAFT_TIME,
  })
  const renewed = { ...next, discounts: discounts.map(({ id }) => id), latest_invoice: invoice.id }
  work.save('subscription', renewed, 'customer.subscription.updated')
  // While collection is paused, invoices are not charged (https://docs.stripe.com/billing/subscriptions/pause-payment).
  if (pause === 'void') voidInvoice(work, finalizeInvoice(work, invoice))
  if (pause === 'mark_uncollectible') writeOffInvoice(work, finalizeInvoice(work, invoice))
}

/** Changes a subscription whose time has come: it expires, ends or renews. */
export function advanceSubscription(work: Work, subscription: Subscription, now: number): void {
  if (subscription.status === 'incomplete') {
    // Klarna or the bank may decide later.
    if (findIntent(work, getId(subscription.latest_invoice) ?? '')?.status === 'processing') return
    for (const invoice of listInvoices(work, subscription))
      if (invoice.status === 'open') voidInvoice(work, invoice)
    const expired: Subscription = { ...subscription, status: 'incomplete_expired', ended_at: now }
    work.save('subscription', expired, 'customer.subscription.updated')
    return
  }
  const { cancel_at, cancel_at_period_end } = subscription
  const isOver = getItem(subscription).current_period_end <= now
  if ((cancel_at !== null && cancel_at <= now) || (cancel_at_period_end && isOver))
    endSubscription(work, subscription, 'cancellation_requested')
  else renew(work, subscription, now)
}

/** Finalizes and charges an invoice whose time has come, or retries its payment. */
export function advanceInvoice(work: Work, invoice: Invoice): void {
  if (invoice.status === 'draft' && failFinalization(work, invoice)) return
  const open = invoice.status === 'draft' ? finalizeInvoice(work, invoice) : invoice
  collectInvoice(work, open, { isScheduled: true })
}

/**
 * Expires a Checkout session, and cancels its payment
 * (https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-payment_intent).
 */
export function expireSession(work: Work, session: Objects['checkout.session']): Objects['checkout.session'] {
  cancelAttempt(work, session)
  const expired = { ...session, status: 'expired', url: null } as const
  return work.save('checkout.session', expired, 'checkout.session.expired')
}

/** The next invoice of a subscription. Throws Stripe's 404 when there is none. */
export function previewInvoice(work: Work, subscription: Subscription): Invoice {
  const customer = work.need('customer', getId(subscription.customer) ?? '', 'customer')
  const { current_period_start: start, current_period_end: end } = getItem(subscription)
  const { cancel_at, cancel_at_period_end } = subscription
  const ends = cancel_at_period_end || (cancel_at !== null && cancel_at <= end)
  if (ends || !['active', 'past_due', 'unpaid'].includes(subscription.status)) {
    throw new StripeProblem(404, `No upcoming invoices for customer: '${customer.id}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  return draftInvoice(work, {
    customer,
    reason: 'upcoming',
    discounts: listDiscounts(work, subscription),
    subscription: advancePeriod(subscription),
    period: { start, end },
    created: end,
    finalizesAt: end + DRAFT_TIME,
  })
}
