import type { ObjectStore } from '../store/objects.ts'
import { listOfAll } from '../store/page.ts'
import { idOf } from '../types.ts'

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
  charge: {
    refunds: (store, charge) =>
      listOfAll(`/v1/charges/${charge.id}/refunds`, store.children('refund', String(charge.id))),
  },
  invoice: {
    confirmation_secret: (store, invoice) => {
      const [payment] = store.children('invoice_payment', String(invoice.id))
      const intent = store.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '')
      return intent?.client_secret ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
    },
    payments: (store, invoice) =>
      listOfAll(
        `/v1/invoice_payments?invoice=${invoice.id}`,
        store.children('invoice_payment', String(invoice.id)),
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
