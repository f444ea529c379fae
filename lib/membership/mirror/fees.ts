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

/** The fields of a subscription that {@link getFees} needs, as Stripe's `expand` names them. */
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
