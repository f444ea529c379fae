import { type Coupon, computeReduction, getProductName, type Price } from '../engine/lines.ts'
import { createId } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { createList, type Objects } from '../types.ts'

export type Session = Objects['checkout.session']
type LineItem = NonNullable<Session['line_items']>['data'][number]

/** Details of a session that its API object does not contain. */
type SessionDetails = {
  price: string
  subscriptionMetadata: Record<string, string>
  /** Whether the payer's values replace these fields of the customer. */
  customerUpdate: { address: boolean; name: boolean }
}

export function storeSessionDetails({ store }: Operation, id: string, details: SessionDetails): void {
  store.setSetting(`session:${id}`, JSON.stringify(details))
}

export function readSessionDetails(operation: Operation, id: string): SessionDetails {
  return JSON.parse(operation.store.getSetting(`session:${id}`) ?? '{}')
}

export function getSessionPrice(operation: Operation, { id }: Session): Price {
  return operation.getOrThrow('price', readSessionDetails(operation, id).price, 'line_items')
}

export function listSessionCoupons(operation: Operation, session: Session): Coupon[] {
  return (session.discounts ?? []).map(({ coupon }) => operation.getOrThrow('coupon', coupon))
}

/** Calculates a session's amounts, and stores its line item, which the session's object does not contain. */
export function addTotals(operation: Operation, session: Session): Session {
  const price = getSessionPrice(operation, session)
  const subtotal = price.unit_amount ?? 0
  const total = listSessionCoupons(operation, session).reduce(
    (amount, coupon) => amount - computeReduction(coupon, amount),
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
    description: getProductName(operation, price),
    metadata: {},
    price,
    quantity: 1,
  }
  const list = createList(`/v1/checkout/sessions/${session.id}/line_items`, [line])
  operation.store.setSetting(`line_items:${session.id}`, JSON.stringify(list))
  return {
    ...session,
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: 0 },
  }
}
