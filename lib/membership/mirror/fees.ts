import type Stripe from 'stripe'
import { isIntroCoupon, membershipProductId } from '../membershipProduct'
import { getId, toDate } from '../stripe'

/** The current and next fee of a membership. */
export type Fees = {
  /** Cents in the latest invoice; null when that invoice charges for something else, such as a proration. */
  fee: number | null
  /** Cents in the next invoice; null without a next invoice, or when it does not charge for the membership. */
  nextFee: number | null
  /** When the introductory discount ends; null without such a discount, or without an end. */
  introEndsAt: Date | null
}

/**
 * Returns the first payment of the regular price; null when the next payment has it already, or is unknown.
 *
 * @param price - the regular price of a period. Cents
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

/** The fields of a subscription that {@link getFees} needs, as Stripe's `expand` spells them. */
export const feeExpandFields = ['latest_invoice', 'discounts'] as const

/**
 * Reads the current and next fee of a membership.
 *
 * @param subscription - with {@link feeExpandFields} expanded
 * @param next - the preview of its next invoice, if there is one
 */
export function getFees(subscription: Stripe.Subscription, next: Stripe.Invoice | null): Fees {
  const { latest_invoice: latestInvoice, discounts } = subscription
  const discountEnds = discounts.flatMap((discount) => {
    if (typeof discount === 'string' || !isIntroCoupon(getId(discount.source.coupon))) return []
    return discount.end ?? []
  })
  return {
    fee: latestInvoice && typeof latestInvoice !== 'string' ? getInvoiceFee(latestInvoice) : null,
    nextFee: next ? getInvoiceFee(next) : null,
    introEndsAt: discountEnds.length ? toDate(Math.max(...discountEnds)) : null,
  }
}

/**
 * Returns the membership's own amount in an invoice, after discounts, without prorations. Cents; null when no line
 * charges for the membership.
 */
function getInvoiceFee({ lines }: Stripe.Invoice): number | null {
  const membershipLines = lines.data.filter(
    ({ parent, pricing }) =>
      parent?.subscription_item_details?.proration === false &&
      pricing?.price_details?.product === membershipProductId,
  )
  if (membershipLines.length === 0) return null
  return membershipLines.reduce((sum, line) => {
    const discount = (line.discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0)
    return sum + line.amount - discount
  }, 0)
}
