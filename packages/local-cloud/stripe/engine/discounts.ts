import { newId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { addMonths } from './calendar.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** The reduction of an amount by a coupon. Cents. */
export function reduction(coupon: Coupon, amount: number): number {
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, amount)
  return Math.round((amount * (coupon.percent_off ?? 0)) / 100)
}

/** A discount that is not stored. `start` in seconds since 1970. */
export function draftDiscount(
  coupon: Coupon,
  start: number,
  owner: { customer: string | null; subscription: string | null; checkoutSession: string | null },
): Discount {
  return {
    id: newId('di', 24),
    object: 'discount',
    checkout_session: owner.checkoutSession,
    customer: owner.customer,
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: owner.subscription,
    ...nulls('customer_account invoice invoice_item promotion_code subscription_item'),
  }
}

/** Stores a discount of a subscription, and counts the redemption. */
export function giveDiscount(
  work: Work,
  coupon: Coupon,
  owner: { customer: string; subscription: string; checkoutSession: string | null },
): Discount {
  work.save('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 }, 'coupon.updated')
  return work.save('discount', draftDiscount(coupon, work.now(), owner), 'customer.discount.created')
}

/** The coupon of a discount. */
export function couponOf(work: Work, discount: Discount): Coupon {
  return work.need('coupon', idOf(discount.source.coupon) ?? '')
}

/** Whether a discount reduces the period that begins at a time. Seconds since 1970. */
export function applies(work: Work, discount: Discount, periodStart: number): boolean {
  if (couponOf(work, discount).duration === 'once') return periodStart <= discount.start
  return discount.end === null || periodStart < discount.end
}

/** Ends a discount. Invoices with it still expand it, without its end (https://docs.stripe.com/api/discounts). */
export function endDiscount(work: Work, discount: Discount): void {
  work.emit('customer.discount.deleted', discount)
  const { end: _end, ...rest } = discount
  work.store.bury('discount', discount.id, rest)
}
