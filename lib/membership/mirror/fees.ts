import type Stripe from 'stripe'
import { isIntroCoupon, membershipProductId } from '../membershipProduct'
import { getId, toDate } from '../stripe'

/** The subscription fields to `expand` in Stripe's response, for its fees and status. */
export const feeExpandFields = ['latest_invoice', 'discounts'] as const

/**
 * Returns the first payment of the regular price; null when the next payment has it already, or is unknown. Cents.
 */
export function getRegularPayment({
  price,
  introEndsAt,
  currentPeriodEnd,
}: {
  price: number | null
  introEndsAt: Date | null
  currentPeriodEnd: Date | null
}): { amount: number; date: Date } | null {
  if (price === null || !introEndsAt || !currentPeriodEnd) return null
  // The discount ends at the time of the first regular invoice, give or take the drafting of invoices.
  return introEndsAt.getTime() > currentPeriodEnd.getTime() + 86_400_000
    ? { amount: price, date: introEndsAt }
    : null
}

const isIntroDiscount = (discount: string | Stripe.Discount): discount is Stripe.Discount =>
  typeof discount !== 'string' && isIntroCoupon(getId(discount.source.coupon))

/** Returns when the introductory discount of a subscription ends; null without such a discount, or without an end. */
export function getIntroEnd({ discounts }: Stripe.Subscription): Date | null {
  const ends = discounts.filter(isIntroDiscount).flatMap(({ end }) => end ?? [])
  return ends.length ? toDate(Math.max(...ends)) : null
}

/** Whether a coupon other than the introductory one, such as one that staff added, reduces a subscription's price. */
export function hasOtherDiscount({ discounts }: Stripe.Subscription): boolean {
  return !discounts.every(isIntroDiscount)
}

/**
 * Returns the membership's own amount in an expanded invoice, after discounts, without prorations. Cents; null when no
 * line charges for the membership, as in a proration.
 */
export function getFee(invoice: Stripe.Invoice | string | null): number | null {
  if (!invoice || typeof invoice === 'string') return null
  const lines = invoice.lines.data.filter(
    ({ parent, pricing }) =>
      parent?.subscription_item_details?.proration === false &&
      pricing?.price_details?.product === membershipProductId,
  )
  if (lines.length === 0) return null
  return lines.reduce((sum, line) => {
    const discount = (line.discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0)
    return sum + line.amount - discount
  }, 0)
}
