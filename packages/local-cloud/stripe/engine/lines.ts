import { newId } from '../ids.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { money } from './currency.ts'
import { applies, couponBehind, type Discount, reduction } from './discounts.ts'

export type Price = Objects['price']
export type InvoiceLine = Objects['invoice']['lines']['data'][number]

/** Something that an invoice charges for. Times in seconds since 1970. */
export type Item = {
  price: Price
  quantity: number
  period: { start: number; end: number }
  subscription: string | null
  subscriptionItem: string | null
  description: string
  /** Charged for at nothing, as in a trial. */
  free?: boolean
}

/** What an item costs before discounts. Cents. */
function cost(item: Item): number {
  return item.free ? 0 : (item.price.unit_amount ?? 0) * item.quantity
}

/** How a line names what it charges for. */
export function lineDescription(work: Work, price: Price, quantity: number): string {
  const product = typeof price.product === 'string' ? work.store.get('product', price.product) : undefined
  const every = price.recurring ? ` / ${price.recurring.interval}` : ''
  const name = product?.name ?? 'Product'
  return price.recurring
    ? `${quantity} × ${name} (at ${money(price.unit_amount ?? 0, price.currency)}${every})`
    : name
}

function isEligible(work: Work, couponId: string, price: Price): boolean {
  const text = work.store.setting(`applies_to:${couponId}`)
  if (text === undefined) return true
  const { products }: { products: string[] } = JSON.parse(text)
  return typeof price.product === 'string' && products.includes(price.product)
}

/** Shares an amount among lines by their size; nothing is lost by rounding. */
function share(amount: number, sizes: number[]): number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let left = amount
  let weight = total
  return sizes.map((size) => {
    const part = weight === 0 ? 0 : Math.round((left * size) / weight)
    left -= part
    weight -= size
    return part
  })
}

/** The lines of an invoice, with what each discount that still applies takes off them. */
export function buildLines(
  work: Work,
  invoice: string,
  items: readonly Item[],
  discounts: readonly Discount[],
): { lines: InvoiceLine[]; used: Discount[] } {
  const rest = items.map(cost)
  const amounts = items.map((): { discount: string; amount: number }[] => [])
  const used: Discount[] = []
  const start = Math.min(...items.map(({ period }) => period.start))
  for (const discount of discounts) {
    const coupon = couponBehind(work, discount)
    if (!coupon || !applies(discount, coupon, start)) continue
    // As at Stripe: an amount in another currency is ignored.
    if (coupon.currency !== null && items.some(({ price }) => price.currency !== coupon.currency)) continue
    const eligible = items.map((item, index) =>
      isEligible(work, coupon.id, item.price) ? (rest[index] ?? 0) : 0,
    )
    const total = eligible.reduce((sum, amount) => sum + amount, 0)
    for (const [index, part] of share(reduction(coupon, total), eligible).entries()) {
      rest[index] = (rest[index] ?? 0) - part
      amounts[index]?.push({ discount: discount.id, amount: part })
    }
    used.push(discount)
  }
  const lines = items.map((item, index) => line(invoice, item, amounts[index] ?? []))
  return { lines, used }
}

function line(invoice: string, item: Item, discounted: { discount: string; amount: number }[]): InvoiceLine {
  const amount = cost(item)
  const { price, period, quantity } = item
  return {
    id: newId('il', 24),
    object: 'line_item',
    amount,
    currency: price.currency,
    description: item.description,
    discount_amounts: discounted.map(({ amount: off, discount }) => ({ amount: off, discount })),
    discountable: true,
    discounts: discounted.map(({ discount }) => discount),
    invoice,
    livemode: false,
    metadata: {},
    parent: item.subscriptionItem
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription: item.subscription,
            subscription_item: item.subscriptionItem,
          },
          type: 'subscription_item_details',
        }
      : null,
    period,
    pretax_credit_amounts: discounted.map(({ amount: off, discount }) => ({
      amount: off,
      discount,
      type: 'discount',
    })),
    pricing: {
      price_details: {
        price: price.id,
        product: typeof price.product === 'string' ? price.product : price.product.id,
      },
      type: 'price_details',
      unit_amount_decimal: item.free ? '0' : price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: String(quantity),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  }
}
