import { endSubscription, hasEnded } from '../engine/subscriptionStatus.ts'
import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { createId, createRandomText, nullFields } from '../ids.ts'
import { clearable, object, text, type Values } from '../params/fields.ts'
import { email, listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Customer = Objects['customer']

const fields = {
  description: clearable(text(350)),
  email: clearable(email),
  invoice_settings: object({ default_payment_method: clearable(text()) }),
  metadata,
  name: clearable(text(256)),
}

/** Creates a customer. */
export function createCustomer(work: Work, params: Partial<Values<typeof fields>>): Customer {
  const customer: Customer = {
    id: createId('cus', 14),
    object: 'customer',
    balance: 0,
    created: work.now(),
    delinquent: false,
    description: params.description ?? null,
    email: params.email ?? null,
    invoice_prefix: createRandomText(8).toUpperCase(),
    invoice_settings: nullFields('custom_fields default_payment_method footer rendering_options'),
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    ...nullFields('address currency customer_account default_source discount phone shipping test_clock'),
  }
  return work.save('customer', customer, 'customer.created')
}

/** A customer after a change. Throws a 400 for a payment method of another customer. */
function applyChange(work: Work, customer: Customer, params: Values<typeof fields>): Customer {
  const { description = customer.description, email = customer.email, name = customer.name ?? null } = params
  const method = params.invoice_settings?.default_payment_method
  if (typeof method === 'string')
    requireOwnMethod(work, method, customer.id, 'invoice_settings[default_payment_method]')
  const invoice_settings = { ...customer.invoice_settings }
  if (method !== undefined) invoice_settings.default_payment_method = method
  const merged = mergeMetadata(customer.metadata, params.metadata)
  return { ...customer, description, email, invoice_settings, metadata: merged, name }
}

/** Throws a 400 when a payment method is not attached to a customer. */
export function requireOwnMethod(work: Work, id: string, customer: string, param: string): void {
  const method = work.need('payment_method', id, param)
  if (getId(method.customer) === customer) return
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  )
}

/** `/v1/customers` */
export const customerEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/customers', fields, ({ work, params }) => createCustomer(work, params)),
  endpoint('GET', '/v1/customers/:id', {}, ({ work, path }) => {
    const found = work.store.find(path('id'))
    return found?.object === 'customer' ? found : work.need('customer', path('id'))
  }),
  endpoint('POST', '/v1/customers/:id', fields, ({ work, params, path }) => {
    const customer = work.need('customer', path('id'))
    return work.save('customer', applyChange(work, customer, params), 'customer.updated')
  }),
  endpoint('DELETE', '/v1/customers/:id', {}, ({ work, path }) => {
    const customer = work.need('customer', path('id'))
    for (const subscription of work.store.all('subscription', customer.id))
      if (!hasEnded(subscription)) endSubscription(work, subscription, null)
    work.emit('customer.deleted', customer)
    return work.store.replaceWithTombstone('customer', customer.id)
  }),
  endpoint('GET', '/v1/customers', { ...listFields, email: text(512) }, ({ work, params }) =>
    work.page('/v1/customers', 'customer', params, {
      matches: (customer) => params.email === undefined || customer.email === params.email,
    }),
  ),
]
