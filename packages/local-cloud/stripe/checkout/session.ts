import { type Coupon, computeReduction, getProductName, type Price } from '../engine/lines.ts'
import { createId } from '../ids.ts'
import { createList, getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type Session = Objects['checkout.session']
type LineItem = NonNullable<Session['line_items']>['data'][number]

/** The details of a session that its object does not have. */
type SessionDetails = {
  price: string
  subscriptionMetadata: Record<string, string>
  /** Which fields of the customer the payer changes. */
  customerUpdate: { address: boolean; name: boolean }
}

/** Stores the details of a session. */
export function setDetails(work: Work, id: string, details: SessionDetails): void {
  work.store.set(`session:${id}`, JSON.stringify(details))
}

/** The details of a session. */
export function readDetails(work: Work, id: string): SessionDetails {
  return JSON.parse(work.store.setting(`session:${id}`) ?? '{}')
}

/** The price of a session. */
export function getPrice(work: Work, { id }: Session): Price {
  return work.need('price', readDetails(work, id).price, 'line_items')
}

/** The coupons of a session. */
export function listCoupons(work: Work, session: Session): Coupon[] {
  return (session.discounts ?? []).map(({ coupon }) => work.need('coupon', getId(coupon) ?? ''))
}

/** Calculates a session's amounts, and stores its line item for expansion. */
export function addTotals(work: Work, session: Session): Session {
  const price = getPrice(work, session)
  const subtotal = price.unit_amount ?? 0
  const total = listCoupons(work, session).reduce(
    (rest, coupon) => rest - computeReduction(coupon, rest),
    subtotal,
  )
  const line: LineItem = {
    id: createId('li', 24),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: subtotal - total,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: total,
    currency: price.currency,
    description: getProductName(work, price),
    metadata: {},
    price,
    quantity: 1,
  }
  const list = createList(`/v1/checkout/sessions/${session.id}/line_items`, [line])
  work.store.set(`line_items:${session.id}`, JSON.stringify(list))
  return {
    ...session,
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: 0 },
  }
}
