import type Stripe from 'stripe'

/** An SDK type in its JSON form, in which decimals are strings. */
export type Wire<T> = T extends string
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer Item)[]
      ? Wire<Item>[]
      : T extends object
        ? { [Key in keyof T]: Wire<T[Key]> }
        : T

/** The types of stored objects, keyed by their `object` field. */
export type Objects = {
  'billing_portal.configuration': Wire<Stripe.BillingPortal.Configuration>
  'billing_portal.session': Wire<Stripe.BillingPortal.Session>
  charge: Wire<Stripe.Charge>
  'checkout.session': Wire<Stripe.Checkout.Session>
  coupon: Wire<Stripe.Coupon>
  customer: Wire<Stripe.Customer>
  discount: Wire<Stripe.Discount>
  dispute: Wire<Stripe.Dispute>
  event: StoredEvent
  invoice: Wire<Stripe.Invoice>
  invoice_payment: Wire<Stripe.InvoicePayment>
  payment_intent: Wire<Stripe.PaymentIntent>
  payment_method: Wire<Stripe.PaymentMethod>
  price: Wire<Stripe.Price>
  product: Wire<Stripe.Product>
  refund: Wire<Stripe.Refund>
  subscription: Wire<Stripe.Subscription>
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>
}
export type Kind = keyof Objects

export type StoredEvent = {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: EventType
}

export type EventType = Stripe.Event['type']

/** A JSON object with unknown fields. */
export type Json = Record<string, unknown>

/** The id of an object, or the object itself. */
export type Reference = string | { id: string } | null | undefined

/** Returns the id of the referenced object; null without a reference. */
export function getId(reference: Reference): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

export type ListResponse<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

/** Returns a subscription's item. In the local cloud, every subscription has exactly one. */
export function getItem({
  items,
}: Objects['subscription']): Objects['subscription']['items']['data'][number] {
  const [item] = items.data
  if (!item) throw new Error('A subscription has no item')
  return item
}

/** Creates a list response that has a single page. */
export function createList<T>(url: string, data: T[]): ListResponse<T> {
  return { object: 'list', url, has_more: false, data }
}
