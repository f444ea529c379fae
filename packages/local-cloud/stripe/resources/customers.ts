import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId, randomText } from '../ids.ts'
import { clearable, listOf, object, text } from '../params/fields.ts'
import { address, email, listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Customer = Objects['customer']

const ELSEWHERE = [
  'balance',
  'business_name',
  'cash_balance',
  'individual_name',
  'invoice_prefix',
  'next_invoice_sequence',
  'source',
  'tax',
  'tax_exempt',
  'validate',
]

const invoiceSettings = object({ default_payment_method: clearable(text()) }, [
  'custom_fields',
  'footer',
  'rendering_options',
])

const commonFields = {
  address: clearable(address),
  description: clearable(text(350)),
  email: clearable(email),
  invoice_settings: invoiceSettings,
  metadata,
  name: clearable(text(256)),
  phone: clearable(text(20)),
  preferred_locales: listOf(text()),
  shipping: clearable(object({ address, name: text(), phone: text() })),
}

type CustomerChange = {
  description?: string | null | undefined
  email?: string | null | undefined
  metadata?: Record<string, string> | null | undefined
  name?: string | null | undefined
  phone?: string | null | undefined
  testClock?: string | undefined
}

/** Creates a customer. */
export function createCustomer(work: Work, params: CustomerChange): Customer {
  return work.save('customer', newCustomer(work, params), 'customer.created')
}

/** A customer who is not kept yet. */
function newCustomer(work: Work, params: CustomerChange): Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.now(params.testClock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: params.testClock ?? null,
  }
}

function fullAddress(
  given: Record<string, string | null | undefined> | null | undefined,
): Customer['address'] {
  if (!given) return null
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = given
  return { city, country, line1, line2, postal_code, state }
}

/** What a call changes about a customer. */
function changed(
  work: Work,
  customer: Customer,
  params: { [Name in keyof typeof commonFields]: ReturnType<(typeof commonFields)[Name]> },
): Customer {
  const method = params.invoice_settings?.default_payment_method
  if (typeof method === 'string') {
    const found = work.need('payment_method', method, 'invoice_settings[default_payment_method]')
    if (idOf(found.customer) !== customer.id) {
      throw invalid(
        `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
        'invoice_settings[default_payment_method]',
        'resource_missing',
      )
    }
  }
  const keep = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value)
  return {
    ...customer,
    address: params.address === undefined ? (customer.address ?? null) : fullAddress(params.address),
    description: keep(params.description, customer.description),
    email: keep(params.email, customer.email),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: keep(method, customer.invoice_settings.default_payment_method),
    },
    metadata: mergeMetadata(customer.metadata, params.metadata),
    name: keep(params.name, customer.name ?? null),
    phone: keep(params.phone, customer.phone ?? null),
    preferred_locales: params.preferred_locales ?? customer.preferred_locales ?? [],
    shipping:
      params.shipping === undefined
        ? customer.shipping
        : params.shipping && {
            address: fullAddress(params.shipping.address) ?? undefined,
            name: params.shipping.name,
            phone: params.shipping.phone ?? null,
          },
  }
}

/** What else happens when a customer goes; set by subscriptions. */
export type CustomerEnding = (work: Work, customer: Customer) => void

/** `/v1/customers`. `onDelete` ends what lives with a customer. */
export function customerEndpoints(onDelete: CustomerEnding): Endpoint[] {
  return [
    endpoint(
      'POST',
      '/v1/customers',
      { ...commonFields, test_clock: text() },
      ({ work, params }) => {
        const { test_clock } = params
        if (test_clock !== undefined) work.need('test_helpers.test_clock', test_clock, 'test_clock')
        const customer = newCustomer(work, { ...params, testClock: test_clock })
        const complete = changed(work, customer, { ...params, metadata: undefined })
        return work.save('customer', complete, 'customer.created')
      },
      [...ELSEWHERE, 'payment_method', 'tax_id_data'],
    ),
    endpoint('GET', '/v1/customers/:id', {}, ({ work, path }) => {
      const left = work.store.find(path('id'))
      return left?.object === 'customer' ? left : work.need('customer', path('id'))
    }),
    endpoint(
      'POST',
      '/v1/customers/:id',
      commonFields,
      ({ work, params, path }) => {
        const customer = work.need('customer', path('id'))
        return work.save('customer', changed(work, customer, params), 'customer.updated')
      },
      [...ELSEWHERE, 'default_source'],
    ),
    endpoint('DELETE', '/v1/customers/:id', {}, ({ work, path }) => {
      const customer = work.need('customer', path('id'))
      onDelete(work, customer)
      work.emit('customer.deleted', customer)
      return work.store.bury('customer', customer.id)
    }),
    endpoint(
      'GET',
      '/v1/customers',
      { ...listFields, email: text(512), test_clock: text() },
      ({ work, params }) => {
        const { email: wanted, test_clock } = params
        const matches = (customer: Customer) =>
          (wanted === undefined || customer.email === wanted) &&
          idOf(customer.test_clock) === (test_clock ?? null)
        return work.page('/v1/customers', 'customer', params, { matches })
      },
    ),
  ]
}
