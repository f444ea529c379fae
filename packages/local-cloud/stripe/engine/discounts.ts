import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { addMonths } from './calendar.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** Whether a coupon can still be redeemed (https://docs.stripe.com/api/coupons/object#coupon_object-valid). */
export function isRedeemable(coupon: Coupon, now: number): boolean {
  const used = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  return !used && (coupon.redeem_by === null || now < coupon.redeem_by)
}

/** Counts a redemption. */
function redeem(work: Work, couponId: string): void {
  const coupon = work.store.get('coupon', couponId)
  if (!coupon) return
  const counted = { ...coupon, times_redeemed: coupon.times_redeemed + 1 }
  work.save('coupon', { ...counted, valid: isRedeemable(counted, work.now()) }, 'coupon.updated')
}

/** A coupon to be given, as parameters name it. Throws a 400 when it cannot be redeemed. */
export function couponFor(
  work: Work,
  given: { coupon?: string | undefined },
  customer: string | null,
  param: string,
): Coupon {
  const coupon = work.need('coupon', given.coupon ?? '', `${param}[coupon]`)
  if (!isRedeemable(coupon, work.nowFor(customer))) {
    throw invalid(`Coupon expired: ${coupon.id}`, `${param}[coupon]`, 'coupon_expired')
  }
  return coupon
}

/** What a coupon takes off an amount. Cents. */
export function reduction(coupon: Coupon, amount: number): number {
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, amount)
  return Math.round((amount * (coupon.percent_off ?? 0)) / 100)
}

/** A discount as it would be, without giving it. Seconds since 1970. */
export function draftDiscount(
  coupon: Coupon,
  start: number,
  owner: { customer: string | null; subscription: string | null },
): Discount {
  const end = coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null
  return {
    id: newId('di', 24),
    object: 'discount',
    checkout_session: null,
    customer: owner.customer,
    customer_account: null,
    end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: owner.subscription,
    subscription_item: null,
  }
}

/** Gives a discount to a subscription, and counts the redemption. */
export function giveDiscount(
  work: Work,
  coupon: Coupon,
  owner: { customer: string; subscription: string; checkoutSession: string | null },
  start: number,
): Discount {
  const discount = { ...draftDiscount(coupon, start, owner), checkout_session: owner.checkoutSession }
  // What was given stays given, even when the coupon is deleted and another gets its id.
  work.store.set(`given:${discount.id}`, JSON.stringify(coupon))
  redeem(work, coupon.id)
  return work.save('discount', discount, 'customer.discount.created')
}

/** The coupon behind a discount, as it was when it was given. */
export function couponBehind(work: Work, discount: Discount): Coupon | undefined {
  const given = work.store.setting(`given:${discount.id}`)
  return given ? JSON.parse(given) : work.store.get('coupon', idOf(discount.source.coupon) ?? '')
}

/** Whether a discount still reduces the period that begins at a time. */
export function applies(discount: Discount, coupon: Coupon, periodStart: number): boolean {
  if (coupon.duration === 'once') return periodStart <= discount.start
  return discount.end === null || periodStart < discount.end
}

/** What a discount that has ended shows of itself (the SDK's DeletedDiscount): everything but its end. */
export function deletedDiscount(discount: Discount): Omit<Discount, 'end' | 'deleted'> & { deleted: true } {
  const { end: _end, deleted: _deleted, ...rest } = discount
  return { ...rest, deleted: true }
}

/** Ends a discount. What it applied to still tells it (https://docs.stripe.com/api/discounts). */
export function endDiscount(work: Work, discount: Discount): void {
  work.emit('customer.discount.deleted', discount)
  work.store.bury('discount', discount.id, deletedDiscount(discount))
}

/** Takes note that the time is over in which a coupon could be given. Nothing is told of that. */
export function expireCoupon(work: Work, coupon: Coupon): void {
  work.store.put('coupon', { ...coupon, valid: isRedeemable(coupon, work.now()) })
}
