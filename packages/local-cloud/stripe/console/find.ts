import { money } from '../engine/currency.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Json } from '../types.ts'

/** An object of any kind, as it is stored. */
export type AnyObject = Json & { id: string; object: string }

/** How kinds are named for people, in the order in which they are looked for. */
export const KINDS: Record<string, string> = {
  customer: 'Customers',
  subscription: 'Subscriptions',
  invoice: 'Invoices',
  invoice_payment: 'Invoice payments',
  payment_intent: 'Payment intents',
  charge: 'Charges',
  refund: 'Refunds',
  dispute: 'Disputes',
  'checkout.session': 'Checkout sessions',
  payment_method: 'Payment methods',
  setup_intent: 'Setup intents',
  product: 'Products',
  price: 'Prices',
  coupon: 'Coupons',
  discount: 'Discounts',
  event: 'Events',
  'billing_portal.session': 'Portal sessions',
  'billing_portal.configuration': 'Portal configurations',
  webhook_endpoint: 'Webhook endpoints',
  'test_helpers.test_clock': 'Test clocks',
}

/** Where an object is shown. */
export const objectPath = (id: string) => `/billing/objects/${encodeURIComponent(id)}`

/** How many objects of each kind there are; kinds without any are left out. */
export function countKinds(store: ObjectStore): { kind: string; count: number }[] {
  const rows = store
    .prepare('select kind, count(*) as count from objects where deleted = 0 group by kind')
    .all()
  const counts = new Map(rows.map(({ kind, count }) => [String(kind), Number(count)]))
  return Object.keys(KINDS).flatMap((kind) => {
    const count = counts.get(kind)
    return count === undefined ? [] : [{ kind, count }]
  })
}

/** A page of objects of a kind (or of all) with a text anywhere in them, the newest first, and how many there are. */
export function findObjects(
  store: ObjectStore,
  wanted: { kind: string; query: string; limit: number; offset: number },
): { objects: AnyObject[]; total: number } {
  const where = `deleted = 0 and (:kind = '' or kind = :kind) and (:text = '' or instr(lower(body), :text) > 0)`
  const filter = { kind: wanted.kind, text: wanted.query.toLowerCase() }
  const count = store.prepare(`select count(*) as count from objects where ${where}`).get(filter)
  const rows = store
    .prepare(`select body from objects where ${where} order by position desc limit :limit offset :offset`)
    .all({ ...filter, limit: wanted.limit, offset: wanted.offset })
  return { objects: rows.map(({ body }) => JSON.parse(String(body))), total: Number(count?.count) }
}

/** The newest objects that name an id, events or all others. */
export function objectsNaming(store: ObjectStore, id: string, events: boolean, limit: number): AnyObject[] {
  const rows = store
    .prepare(
      `select body from objects where deleted = 0 and id <> :id and (kind = 'event') = :events
       and instr(body, :quoted) > 0 order by position desc limit :limit`,
    )
    .all({ id, events: events ? 1 : 0, quoted: JSON.stringify(id), limit })
  return rows.map(({ body }) => JSON.parse(String(body)))
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** What an object is, in a few words: what it is called, its amount, and its status. */
export function describe(object: AnyObject): string {
  const amount = [
    object.amount,
    object.amount_total,
    object.total,
    object.unit_amount,
    object.amount_off,
  ].find((value) => typeof value === 'number')
  const currency = text(object.currency)
  return [
    text(object.type),
    text(object.name) ?? text(object.email) ?? text(object.number) ?? text(object.nickname),
    object.object === 'webhook_endpoint' ? text(object.url) : undefined,
    amount !== undefined && currency ? money(amount, currency) : undefined,
    text(object.status),
  ]
    .filter(Boolean)
    .join(', ')
}
