import type { ObjectStore } from '../store/objects.ts'
import { listOfAll } from './page.ts'

type Json = Record<string, unknown>
type Include = (store: ObjectStore, object: Json) => unknown

/** Fields that are only there when somebody expands them, by the kind of object. */
const INCLUDABLE: Record<string, Record<string, Include>> = {
  customer: {
    subscriptions: (store, customer) =>
      listOfAll(
        `/v1/customers/${customer.id}/subscriptions`,
        store.all('subscription', String(customer.id)).filter(({ status }) => status !== 'canceled'),
      ),
  },
  coupon: { applies_to: (store, coupon) => hidden(store, coupon, 'applies_to') },
  'checkout.session': { line_items: (store, session) => hidden(store, session, 'line_items') },
  invoice: {
    payments: (store, invoice) =>
      listOfAll(
        `/v1/invoice_payments?invoice=${invoice.id}`,
        store.all('invoice_payment').filter((payment) => payment.invoice === invoice.id),
      ),
  },
}

/** What is kept beside an object until it is asked for. */
function hidden(store: ObjectStore, object: Json, field: string): unknown {
  const text = store.setting(`${field}:${object.id}`)
  return text === undefined ? undefined : JSON.parse(text)
}

/** The value of such a field; undefined when the object has no such field. */
export function includable(store: ObjectStore, object: Json, field: string): unknown {
  return INCLUDABLE[String(object.object)]?.[field]?.(store, object)
}
