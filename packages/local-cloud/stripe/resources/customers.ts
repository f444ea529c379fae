import { endSubscription, hasEnded } from '../engine/subscriptionStatus.ts'
import { createInvalidError } from '../errors.ts'
import { defineEndpoint, defineList, type Endpoint } from '../http/endpoint.ts'
import { createId, createRandomText, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { email, mergeMetadata, metadata } from '../params/commonFields.ts'
import { clearable, object, text, type Values } from '../params/fields.ts'
import { getId, type Objects } from '../types.ts'

type Customer = Objects['customer']

const fields = {
  description: clearable(text(350)),
  email: clearable(email),
  invoice_settings: object({ default_payment_method: clearable(text()) }),
  metadata,
  name: clearable(text(256)),
}

export function createCustomer(operation: Operation, params: Partial<Values<typeof fields>>): Customer {
  const customer: Customer = {
    id: createId('cus', 14),
    object: 'customer',
    balance: 0,
    created: operation.now(),
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
  return operation.save(customer, 'customer.created')
}

/** Returns a changed copy of a customer. Throws a 400 for a payment method that is not attached to the customer. */
function applyChange(operation: Operation, customer: Customer, params: Values<typeof fields>): Customer {
  const { description = customer.description, email = customer.email, name = customer.name ?? null } = params
  const method = params.invoice_settings?.default_payment_method
  if (typeof method === 'string')
    requireAttachedMethod(operation, method, customer.id, 'invoice_settings[default_payment_method]')
  const invoice_settings = { ...customer.invoice_settings }
  if (method !== undefined) invoice_settings.default_payment_method = method
  const merged = mergeMetadata(customer.metadata, params.metadata)
  return { ...customer, description, email, invoice_settings, metadata: merged, name }
}

/** Throws a 400 unless a payment method is attached to a customer. */
export function requireAttachedMethod(
  operation: Operation,
  id: string,
  customer: string,
  param: string,
): void {
  const method = operation.getOrThrow('payment_method', id, param)
  if (getId(method.customer) === customer) return
  throw createInvalidError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    param,
    'resource_missing',
  )
}

export const customerEndpoints: Endpoint[] = [
  defineEndpoint('POST', '/v1/customers', fields, ({ operation, params }) =>
    createCustomer(operation, params),
  ),
  defineEndpoint('GET', '/v1/customers/:id', {}, ({ operation, id }) => {
    const found = operation.store.findById(id)
    return found?.object === 'customer' ? found : operation.getOrThrow('customer', id)
  }),
  defineEndpoint('POST', '/v1/customers/:id', fields, ({ operation, params, id }) => {
    const customer = operation.getOrThrow('customer', id)
    return operation.save(applyChange(operation, customer, params), 'customer.updated')
  }),
  defineEndpoint('DELETE', '/v1/customers/:id', {}, ({ operation, id }) => {
    const customer = operation.getOrThrow('customer', id)
    for (const subscription of operation.store.list('subscription', customer.id))
      if (!hasEnded(subscription)) endSubscription(operation, subscription, null)
    operation.emit('customer.deleted', customer)
    return operation.store.markDeleted(customer)
  }),
  defineList('/v1/customers', 'customer', { email: text(512) }),
]
