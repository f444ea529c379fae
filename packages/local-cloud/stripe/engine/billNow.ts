import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { collectInvoice } from './collect.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import type { Outcome } from './payments.ts'
import { discountsOf, nextPeriods } from './renew.ts'
import type { Subscription } from './standing.ts'
import { billedItems } from './subscribe.ts'

/**
 * Begins a new period now, from which the billing cycle counts, with an invoice that is final and charged at once, as
 * when a trial is ended or a paused subscription goes on
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle#changing).
 *
 * @param subscription - as it is to be, but for its periods, status and latest invoice
 * @param options.event - what is told of the change
 * @param options.waits - whether the invoice is left for somebody to pay, and the subscription past due until then
 * @returns the subscription as it is then, and what became of the payment, if one was tried
 */
export function billNow(
  work: Work,
  subscription: Subscription,
  options: { event: 'customer.subscription.updated' | 'customer.subscription.resumed'; waits?: boolean },
): { subscription: Subscription; outcome: Outcome | undefined } {
  const { event, waits = false } = options
  const customer = work.need('customer', idOf(subscription.customer) ?? '', 'customer')
  const now = work.now(subscription.test_clock)
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: now }))
  const anchored = { ...subscription, billing_cycle_anchor: now, items: { ...subscription.items, data } }
  const renewed = nextPeriods(anchored, now)
  const draft = createInvoice(work, {
    customer,
    currency: subscription.currency,
    reason: 'subscription_update',
    items: billedItems(work, renewed),
    discounts: discountsOf(work, renewed),
    subscription: { id: renewed.id, metadata: renewed.metadata },
    period: { start: now, end: now },
    created: now,
    finalizesAt: waits ? null : now,
  })
  const active: Subscription = { ...renewed, latest_invoice: draft.id, status: 'active' }
  work.save('subscription', active, event)
  const open = finalizeInvoice(work, draft)
  let outcome: Outcome | undefined
  if (open.status === 'open' && waits) {
    work.save('subscription', { ...active, status: 'past_due' }, 'customer.subscription.updated')
  } else if (open.status === 'open') {
    outcome = collectInvoice(work, open, { scheduled: true }).outcome
  }
  return { subscription: work.need('subscription', subscription.id), outcome }
}
