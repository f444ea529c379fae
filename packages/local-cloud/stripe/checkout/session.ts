import type { Coupon } from '../engine/discounts.ts'
import { couponBehind, couponFor, draftDiscount } from '../engine/discounts.ts'
import { buildLines, lineDescription, type Price } from '../engine/lines.ts'
import { newId } from '../ids.ts'
import { listOfAll } from '../store/page.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type Session = Objects['checkout.session']
type LineItem = NonNullable<Session['line_items']>['data'][number]

/** What a session sells. */
export type Purchase = { price: Price; quantity: number }

/** What a session keeps beside what it shows. */
export type SessionDetails = {
  items: { price: string; quantity: number }[]
  subscription: {
    billingMode: 'classic' | 'flexible'
    description: string | null
    metadata: Record<string, string>
    trialDays: number | null
    trialEnd: number | null
    missingMethod: 'cancel' | 'create_invoice' | 'pause'
  }
  payment: { description: string | null; metadata: Record<string, string> }
  customerUpdate: { address: boolean; name: boolean }
}

/** Keeps what a session does not show. */
export function keepDetails(work: Work, id: string, details: SessionDetails): void {
  work.store.set(`session:${id}`, JSON.stringify(details))
}

/** What a session does not show. */
export function detailsOf(work: Work, id: string): SessionDetails {
  return JSON.parse(work.store.setting(`session:${id}`) ?? '{}')
}

/** What a session sells, by its details. */
export function purchases(work: Work, details: SessionDetails): Purchase[] {
  return details.items.map(({ price, quantity }) => ({
    price: work.need('price', price, 'line_items'),
    quantity,
  }))
}

/** The coupons of a session that can be given now. Throws a 400 when one cannot any more. */
export function couponsOf(work: Work, session: Session): Coupon[] {
  return (session.discounts ?? []).map(({ coupon }) =>
    couponFor(work, { coupon: idOf(coupon) ?? undefined }, idOf(session.customer), 'discounts[0]'),
  )
}

export type Totals = { subtotal: number; discount: number; total: number; lines: LineItem[] }

/** What a session charges now. Cents. */
export function totalsOf(
  work: Work,
  bought: readonly Purchase[],
  coupons: readonly Coupon[],
  free: boolean,
): Totals {
  const now = work.now()
  const discounts = coupons.map((coupon) =>
    draftDiscount(coupon, now, { customer: null, subscription: null }),
  )
  const items = bought.map(({ price, quantity }) => ({
    price,
    quantity,
    period: { start: now, end: now },
    subscription: null,
    subscriptionItem: null,
    description: lineDescription(work, price, quantity),
    ...(free && price.recurring ? { free: true } : {}),
  }))
  const { lines } = buildLines(work, 'none', items, discounts)
  const data = lines.map((line, index): LineItem => {
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const price = bought[index]?.price ?? null
    const product =
      price && typeof price.product === 'string' ? work.store.get('product', price.product) : undefined
    return {
      id: newId('li', 24),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: line.amount,
      amount_tax: 0,
      amount_total: line.amount - off,
      currency: line.currency,
      description: product?.name ?? null,
      metadata: {},
      price,
      quantity: line.quantity,
    }
  })
  const subtotal = data.reduce((sum, { amount_subtotal }) => sum + amount_subtotal, 0)
  const discount = data.reduce((sum, { amount_discount }) => sum + amount_discount, 0)
  return { subtotal, discount, total: subtotal - discount, lines: data }
}

/** Counts a session's amounts again, and keeps its lines for whoever expands them. */
export function withTotals(work: Work, session: Session): Session {
  const details = detailsOf(work, session.id)
  const { trialDays, trialEnd } = details.subscription
  const free = trialDays !== null || trialEnd !== null
  const totals = totalsOf(work, purchases(work, details), couponsOf(work, session), free)
  const list = listOfAll(`/v1/checkout/sessions/${session.id}/line_items`, totals.lines)
  work.store.set(`line_items:${session.id}`, JSON.stringify(list))
  return {
    ...session,
    amount_subtotal: totals.subtotal,
    amount_total: totals.total,
    total_details: { amount_discount: totals.discount, amount_shipping: 0, amount_tax: 0 },
  }
}

/** For how long a coupon reduces, in words. */
export function reductionTime(work: Work, given: Coupon): string {
  const discount = draftDiscount(given, work.now(), { customer: null, subscription: null })
  const coupon = couponBehind(work, discount) ?? given
  if (coupon.duration === 'forever') return 'each time'
  if (coupon.duration === 'once') return 'the first time'
  return `for ${coupon.duration_in_months} months`
}
