import { newId } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { money } from './currency.ts'
import { applies, couponOf, type Discount, reduction } from './discounts.ts'

export type Price = Objects['price']
export type InvoiceLine = Objects['invoice']['lines']['data'][number]

/** What an invoice charges for. Times in seconds since 1970. */
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
