import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { getId, getItem, type Objects } from '../types.ts'
import { addMonths } from './calendar.ts'
import { formatMoney } from './currency.ts'

export type Coupon = Objects['coupon']
export type Discount = Objects['discount']

/** Computes how many cents a coupon takes off an amount. */
export function computeReduction({ amount_off }: Coupon, amountCents: number): number {
  return Math.min(amount_off ?? 0, amountCents)
}

/** Stores a subscription's discount, and counts the coupon's redemption. */
export function createDiscount(
  operation: Operation,
  coupon: Coupon,
  owner: { customer: string; subscription: string; checkout_session: string | null },
): Discount {
  operation.save({ ...coupon, times_redeemed: coupon.times_redeemed + 1 }, 'coupon.updated')
  const start = operation.now()
  const discount: Discount = {
    id: createId('di', 24),
    object: 'discount',
    end: addMonths(start, coupon.duration_in_months ?? 1),
    source: { coupon: coupon.id, type: 'coupon' },
    start,
    ...owner,
    ...nullFields('customer_account invoice invoice_item promotion_code subscription_item'),
  }
  return operation.save(discount, 'customer.discount.created')
}

/** Whether a discount reduces the price of the period that begins at `periodStart`, a Unix time in seconds. */
export function isApplicable({ end }: Discount, periodStart: number): boolean {
  return end === null || periodStart < end
}

/** Lists discounts, except those that `endDiscount` deleted. */
export function listDiscounts(
  operation: Operation,
  references: Objects['subscription']['discounts'],
): Discount[] {
  return references.flatMap((reference) => operation.store.get('discount', reference) ?? [])
}

/**
 * Ends a discount. Invoices can still expand the deleted discount, which then has no `end` field
 * (https://docs.stripe.com/api/discounts).
 */
export function endDiscount(operation: Operation, discount: Discount): void {
  operation.emit('customer.discount.deleted', discount)
  const { end: _end, ...remainingFields } = discount
  operation.store.markDeleted(discount, remainingFields)
}

export type Price = Objects['price']

/** Returns the name of a price's product. */
export function getProductName(operation: Operation, price: Price): string {
  return operation.store.get('product', price.product)?.name ?? 'Product'
}

/** Formats a price, for example as `$997.00 / month`. */
export function formatPrice(price: Price): string {
  return `${formatMoney(price.unit_amount ?? 0, price.currency)} / month`
}

/** Builds the invoice line for the current period of a subscription, with the discounts that apply to that period. */
export function buildLine(
  operation: Operation,
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
    .filter((discount) => isApplicable(discount, start))
    .map((discount) => ({
      amount: computeReduction(operation.getOrThrow('coupon', discount.source.coupon), amount),
      discount: discount.id,
    }))
  return {
    id: createId('il', 24),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: `1 × ${getProductName(operation, price)} (at ${formatPrice(price)})`,
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
    pretax_credit_amounts: reductions.map((reduction) => ({ ...reduction, type: 'discount' })),
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
