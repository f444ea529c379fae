import { createId, nullFields } from '../ids.ts'
import { getId, getItem, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { addMonths } from './calendar.ts'
import { formatMoney } from './currency.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** The reduction of an amount by a coupon. Cents. */
export function computeReduction({ amount_off }: Coupon, amount: number): number {
  return Math.min(amount_off ?? 0, amount)
}

/** Stores a discount of a subscription, and counts the redemption. */
export function createDiscount(
  work: Work,
  coupon: Coupon,
  owner: { customer: string; subscription: string; checkout_session: string | null },
): Discount {
  work.save('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 }, 'coupon.updated')
  const start = work.now()
  const discount: Discount = {
    id: createId('di', 24),
    object: 'discount',
    end: coupon.duration === 'repeating' ? addMonths(start, coupon.duration_in_months ?? 1) : null,
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    ...owner,
    ...nullFields('customer_account invoice invoice_item promotion_code subscription_item'),
  }
  return work.save('discount', discount, 'customer.discount.created')
}

function getCoupon(work: Work, discount: Discount): Coupon {
  return work.need('coupon', getId(discount.source.coupon) ?? '')
}

/** Whether a discount reduces the period that begins at a time. Seconds since 1970. */
export function isApplicable(work: Work, discount: Discount, periodStart: number): boolean {
  if (getCoupon(work, discount).duration === 'once') return periodStart <= discount.start
  return discount.end === null || periodStart < discount.end
}

/** Ends a discount. Invoices with it still expand it, without its end (https://docs.stripe.com/api/discounts). */
export function endDiscount(work: Work, discount: Discount): void {
  work.emit('customer.discount.deleted', discount)
  const { end: _end, ...rest } = discount
  work.store.replaceWithTombstone('discount', discount.id, rest)
}

export type Price = Objects['price']

/** The name of a price's product. */
export function getProductName(work: Work, price: Price): string {
  return work.store.get('product', getId(price.product) ?? '')?.name ?? 'Product'
}

/** Formats a price, for example as `$997.00 / month`. */
export function formatPrice(price: Price): string {
  return `${formatMoney(price.unit_amount ?? 0, price.currency)} / month`
}

/** The line of an invoice for the current period of a subscription, reduced by the discounts that apply to it. */
export function buildLine(
  work: Work,
  invoice: string,
  subscription: Objects['subscription'],
  discounts: readonly Discount[],
): Objects['invoice']['lines']['data'][number] {
  const {
    id: subscription_item,
    price,
    current_period_start: start,
    current_period_end: end,
  } = getItem(subscription)
  const amount = price.unit_amount ?? 0
  const reductions = discounts
    .filter((discount) => isApplicable(work, discount, start))
    .map((discount) => ({
      amount: computeReduction(getCoupon(work, discount), amount),
      discount: discount.id,
    }))
  return {
    id: createId('il', 24),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `1 × ${getProductName(work, price)} (at ${formatPrice(price)})`,
    discount_amounts: reductions,
    discountable: true,
    discounts: reductions.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item,
      },
      type: 'subscription_item_details',
    },
    period: { start, end },
    pretax_credit_amounts: reductions.map((one) => ({ ...one, type: 'discount' })),
    pricing: {
      price_details: { price: price.id, product: getId(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}
