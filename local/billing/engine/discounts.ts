import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { isRedeemable, redeem } from '../resources/coupons.ts'
import { usableCode } from '../resources/promotion-codes.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { addMonths } from './calendar.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** A coupon to be given, by its own id or through a promotion code. */
export type Grant = { coupon: Coupon; promotionCode: string | null }

/** A coupon or promotion code by id, as parameters name it. Throws a 400 when it cannot be redeemed. */
export function grantOf(
  work: Work,
  given: { coupon?: string | undefined; promotion_code?: string | undefined },
  customer: string | null,
  param: string,
): Grant {
  if ((given.coupon === undefined) === (given.promotion_code === undefined)) {
    throw invalid('You must specify exactly one of coupon or promotion_code.', param)
  }
  if (given.promotion_code !== undefined) {
    const code = work.need('promotion_code', given.promotion_code, `${param}[promotion_code]`)
    const usable = usableCode(work, code.code, customer)
    if (!usable) throw invalid('This promotion code cannot be redeemed.', `${param}[promotion_code]`)
    return { coupon: usable.coupon, promotionCode: code.id }
  }
  const coupon = work.need('coupon', given.coupon ?? '', `${param}[coupon]`)
  if (!isRedeemable(coupon, work.nowFor(customer))) {
    throw invalid(`Coupon expired: ${coupon.id}`, `${param}[coupon]`, 'coupon_expired')
  }
  return { coupon, promotionCode: null }
}

/** What a coupon takes off an amount. Cents. */
export function reduction(coupon: Coupon, amount: number): number {
  if (coupon.amount_off !== null) return Math.min(coupon.amount_off, amount)
  return Math.round((amount * (coupon.percent_off ?? 0)) / 100)
}

/** A discount as it would be, without giving it. Seconds since 1970. */
export function draftDiscount(
  grant: Grant,
  start: number,
  owner: { customer: string | null; subscription: string | null },
): Discount {
  const { coupon } = grant
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
    promotion_code: grant.promotionCode,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    subscription: owner.subscription,
    subscription_item: null,
  }
}

/** Gives a discount to a subscription, and counts the redemption. */
export function giveDiscount(
  work: Work,
  grant: Grant,
  owner: { customer: string; subscription: string; checkoutSession: string | null },
  start: number,
): Discount {
  const discount = { ...draftDiscount(grant, start, owner), checkout_session: owner.checkoutSession }
  // What was given stays given, even when the coupon is deleted and another gets its id.
  work.store.set(`given:${discount.id}`, JSON.stringify(grant.coupon))
  redeem(work, grant.coupon.id)
  if (grant.promotionCode !== null) {
    const code = work.store.get('promotion_code', grant.promotionCode)
    if (code) {
      const counted = code.times_redeemed + 1
      const spent = code.max_redemptions !== null && counted >= code.max_redemptions
      const next = { ...code, times_redeemed: counted, active: code.active && !spent }
      work.save('promotion_code', next, 'promotion_code.updated')
    }
  }
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

/** Ends a discount. */
export function endDiscount(work: Work, discount: Discount): void {
  work.emit('customer.discount.deleted', discount)
  work.store.bury('discount', discount.id)
}
