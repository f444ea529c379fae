import { StripeProblem } from '../errors.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { applies, couponBehind } from './discounts.ts'
import { DRAFT_TIME, draftInvoice, type Invoice } from './invoices.ts'
import { discountsOf, nextPeriods } from './renew.ts'
import { billedItems } from './subscribe.ts'

/** What a subscription is charged next. Throws Stripe's 404 when nothing more comes. */
export function upcomingInvoice(work: Work, subscription: Objects['subscription']): Invoice {
  const customer = work.need('customer', idOf(subscription.customer) ?? '', 'customer')
  const first = subscription.items.data[0]
  const end = first?.current_period_end ?? 0
  const ends =
    subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= end)
  if (
    !first ||
    ends ||
    !['active', 'past_due', 'trialing', 'unpaid'].some((status) => status === subscription.status)
  ) {
    throw new StripeProblem(404, `No upcoming invoices for customer: '${customer.id}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  const discounts = discountsOf(work, subscription).filter((discount) => {
    const coupon = couponBehind(work, discount)
    return coupon && applies(discount, coupon, end)
  })
  return draftInvoice(work, {
    customer,
    currency: subscription.currency,
    reason: 'upcoming',
    items: billedItems(work, nextPeriods(subscription, end)),
    discounts,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    period: { start: first.current_period_start, end },
    created: end,
    finalizesAt: end + DRAFT_TIME,
  })
}
