import { newId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { addMonths } from './calendar.ts'
import { money } from './currency.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** The reduction of an amount by a coupon. Cents. */
export function reduction({ amount_off }: Coupon, amount: number): number {
  return Math.min(amount_off ?? 0, amount)
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

export type Price = Objects['price']
export type InvoiceLine = Objects['invoice']['lines']['data'][number]

/** The charges of an invoice. Times in seconds since 1970. */
export type Item = {
  price: Price
  period: { start: number; end: number }
  subscription: string
  subscriptionItem: string
}

/** The name of a price's product. */
export function productName(work: Work, price: Price): string {
  return work.store.get('product', idOf(price.product) ?? '')?.name ?? 'Product'
}

/** A price as people read it, for example `$997.00 / month`. */
export function priceText(price: Price): string {
  return `${money(price.unit_amount ?? 0, price.currency)} / month`
}

/** The line of an invoice, with the reductions by those of the discounts that apply to its period. */
export function buildLine(
  work: Work,
  invoice: string,
  { price, period, subscription, subscriptionItem }: Item,
  discounts: readonly Discount[],
): InvoiceLine {
  const amount = price.unit_amount ?? 0
  let rest = amount
  const reductions = discounts
    .filter((discount) => applies(work, discount, period.start))
    .map((discount) => {
      const off = reduction(couponOf(work, discount), rest)
      rest -= off
      return { amount: off, discount: discount.id }
    })
  return {
    id: newId('il', 24),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `1 × ${productName(work, price)} (at ${priceText(price)})`,
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
        subscription,
        subscription_item: subscriptionItem,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: reductions.map((one) => ({ ...one, type: 'discount' })),
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) ?? '' },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: '1',
    subscription,
    subtotal: amount,
    taxes: [],
  }
}
