import type Stripe from 'stripe'
import { isIntroCoupon, productId } from '../membershipProduct'
import { getId, toDate } from '../stripe'

/** What a membership costs now and next. */
export type Fees = {
  /** Cents in the latest invoice; null where that charged for something else, such as a proration. */
  fee: number | null
  /** Cents in the next invoice; null where there is none to come. */
  nextFee: number | null
  /** When the introductory discount ends. */
  introEndsAt: Date | null
}

/** What {@link getFees} needs of a subscription, as Stripe's `expand` names it. */
export const feeDetails = ['latest_invoice', 'discounts'] as const

/**
 * Reads what a membership costs now and next.
 *
 * @param subscription - with {@link feeDetails} expanded
 * @param next - the preview of its next invoice, if there is one to come
 */
export function getFees(subscription: Stripe.Subscription, next: Stripe.Invoice | null): Fees {
  const { latest_invoice: latest, discounts } = subscription
  const ends = discounts.flatMap((discount) => {
    if (typeof discount === 'string' || !isIntroCoupon(getId(discount.source.coupon))) return []
    return discount.end ?? []
  })
  return {
    fee: latest && typeof latest !== 'string' ? getInvoiceFee(latest) : null,
    nextFee: next ? getInvoiceFee(next) : null,
    introEndsAt: ends.length ? toDate(Math.max(...ends)) : null,
  }
}

/** What an invoice charges for the membership itself, discounts taken off. Cents; null when it charges for none. */
function getInvoiceFee({ lines }: Stripe.Invoice): number | null {
  const own = lines.data.filter(
    ({ parent, pricing }) =>
      parent?.subscription_item_details?.proration === false && pricing?.price_details?.product === productId,
  )
  if (own.length === 0) return null
  return own.reduce((sum, line) => {
    const off = (line.discount_amounts ?? []).reduce((total, { amount }) => total + amount, 0)
    return sum + line.amount - off
  }, 0)
}
