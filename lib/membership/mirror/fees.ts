import type Stripe from 'stripe'
import { introCouponPrefix, membershipProductId } from '../membershipProduct'
import { getExpanded, getId, toDate } from '../stripe'

/** The fields to `expand` when a subscription is read from Stripe, for its fees and status. */
export const feeExpandFields = ['latest_invoice', 'discounts'] as const

const isIntroDiscount = (discount: string | Stripe.Discount): discount is Stripe.Discount =>
  getId(getExpanded(discount)?.source.coupon)?.startsWith(introCouponPrefix) ?? false

/** Returns when a subscription's introductory discount ends; null if it has none, or one without an end date. */
export function getIntroEnd({ discounts }: Stripe.Subscription): Date | null {
  const ends = discounts.filter(isIntroDiscount).flatMap(({ end }) => end ?? [])
  return ends.length ? toDate(Math.max(...ends)) : null
}

/** Whether a coupon other than the introductory one, such as one that staff added, reduces a subscription's price. */
export function hasOtherDiscount({ discounts }: Stripe.Subscription): boolean {
  return !discounts.every(isIntroDiscount)
}

/**
 * Returns what an expanded invoice charges for the membership itself, after discounts and without prorations, in the
 * currency's smallest unit; null when no line charges for it, for example when all lines are prorations.
 */
export function getFee(invoice: Stripe.Invoice | string | null): number | null {
  const lines = getExpanded(invoice)?.lines.data.filter(
    ({ parent, pricing }) =>
      parent?.subscription_item_details?.proration === false &&
      pricing?.price_details?.product === membershipProductId,
  )
  if (!lines?.length) return null
  return lines.reduce((sum, line) => {
    const discount = (line.discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0)
    return sum + line.amount - discount
  }, 0)
}
