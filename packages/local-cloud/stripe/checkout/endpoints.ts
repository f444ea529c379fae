import { expireSession } from '../engine/renew.ts'
import { createInvalidError } from '../errors.ts'
import { defineEndpoint, defineList, defineRetrieval, type Endpoint } from '../http/endpoint.ts'
import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { listFields, mergeMetadata, metadata, timestamp, url } from '../params/commonFields.ts'
import {
  clearable,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  required,
  text,
  type Values,
} from '../params/fields.ts'
import { requireActivePrice } from '../resources/subscriptions.ts'
import { addTotals, type Session, storeSessionDetails } from './session.ts'

const DAY_SECONDS = 24 * 3600

const message = object({ message: required(text(1200)) })

/** A custom text field of the Checkout page. */
const customField = object({
  key: required(text(200)),
  label: required(object({ type: required(oneOf(['custom'])), custom: required(text(50)) })),
  optional: flag(),
  text: object({ maximum_length: integer(1, 255) }),
  type: required(oneOf(['text'])),
})

/** A feature that the account has enabled by default, and that a session can only disable. */
const refusable = object({ enabled: required(oneOf(['false'])) })

const createFields = {
  mode: required(oneOf(['subscription'])),
  adaptive_pricing: refusable,
  automatic_tax: refusable,
  cancel_url: url,
  client_reference_id: text(200),
  consent_collection: object({ terms_of_service: oneOf(['none', 'required']) }),
  custom_fields: listOf(customField, 3),
  custom_text: object({ submit: clearable(message), terms_of_service_acceptance: clearable(message) }),
  customer: required(text()),
  customer_update: object({ address: oneOf(['auto', 'never']), name: oneOf(['auto', 'never']) }),
  discounts: listOf(object({ coupon: required(text()) }), 1),
  expires_at: timestamp,
  line_items: required(listOf(object({ price: required(text()), quantity: required(oneOf(['1'])) }), 1)),
  managed_payments: refusable,
  metadata,
  phone_number_collection: object({ enabled: required(flag()) }),
  subscription_data: object({ metadata }),
  success_url: required(url),
}

type Params = Values<typeof createFields>

function createSession(operation: Operation, params: Params): Session {
  const customer = operation.getOrThrow('customer', params.customer, 'customer')
  const price = requireActivePrice(operation, params.line_items[0]?.price ?? '', 'line_items[0][price]')
  const id = createId('cs_test', 58)
  const { consent_collection: consent, custom_text: texts, customer_update: customerUpdate } = params
  const session: Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing === undefined },
    automatic_tax: {
      enabled: params.automatic_tax === undefined,
      ...nullFields('liability provider status'),
    },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    consent_collection: consent
      ? {
          payment_method_reuse_agreement: null,
          promotions: 'none',
          terms_of_service: consent.terms_of_service ?? 'none',
        }
      : null,
    created: operation.now(),
    currency: price.currency,
    custom_fields: (params.custom_fields ?? []).map((field) => ({
      key: field.key,
      label: field.label,
      optional: field.optional ?? false,
      text: {
        default_value: null,
        maximum_length: field.text?.maximum_length ?? null,
        minimum_length: null,
        value: null,
      },
      type: field.type,
    })),
    custom_text: {
      submit: texts?.submit ?? null,
      terms_of_service_acceptance: texts?.terms_of_service_acceptance ?? null,
      ...nullFields('after_submit shipping_address'),
    },
    customer: customer.id,
    discounts: (params.discounts ?? []).map(({ coupon }) => ({
      coupon: operation.getOrThrow('coupon', coupon, 'discounts[0][coupon]').id,
      promotion_code: null,
    })),
    // Clients use the machine's clock, not the account's.
    expires_at:
      params.expires_at === undefined
        ? operation.now() + DAY_SECONDS
        : operation.toAccountTime(params.expires_at),
    livemode: false,
    managed_payments: { enabled: params.managed_payments === undefined },
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    payment_method_collection: 'always',
    payment_method_types: ['card', 'klarna'],
    phone_number_collection: params.phone_number_collection ?? { enabled: false },
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: params.success_url,
    ui_mode: 'hosted_page',
    url: `${operation.pagesOrigin}/c/pay/${id}`,
    ...nullFields('payment_method_options allowed_payment_method_types customer_creation customer_email'),
    ...nullFields('after_expiration allow_promotion_codes amount_subtotal amount_total'),
    ...nullFields('billing_address_collection client_secret collected_information consent'),
    ...nullFields('currency_conversion customer_account customer_details integration_identifier invoice'),
    ...nullFields('invoice_creation locale origin_context payment_intent payment_link'),
    ...nullFields('payment_method_configuration_details permissions recovered_from'),
    ...nullFields('saved_payment_method_options setup_intent shipping_address_collection shipping_cost'),
    ...nullFields('submit_type subscription total_details wallet_options'),
  }
  storeSessionDetails(operation, id, {
    price: price.id,
    subscriptionMetadata: mergeMetadata(null, params.subscription_data?.metadata),
    customerUpdate: { address: customerUpdate?.address === 'auto', name: customerUpdate?.name === 'auto' },
  })
  const sessionWithTotals = addTotals(operation, session)
  operation.store.put(sessionWithTotals)
  return sessionWithTotals
}

const root = '/v1/checkout/sessions'

export const checkoutEndpoints: Endpoint[] = [
  defineEndpoint('POST', root, createFields, ({ operation, params }) => createSession(operation, params)),
  defineRetrieval(`${root}/:id`, 'checkout.session'),
  defineEndpoint('GET', `${root}/:id/line_items`, listFields, ({ operation, id }) => {
    operation.getOrThrow('checkout.session', id)
    return JSON.parse(operation.store.getSetting(`line_items:${id}`) ?? 'null')
  }),
  defineEndpoint('POST', `${root}/:id/expire`, {}, ({ operation, id }) => {
    const session = operation.getOrThrow('checkout.session', id)
    if (session.status === 'open') return expireSession(operation, session)
    throw createInvalidError(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }),
  defineList(root, 'checkout.session', { customer: text(), status: text(), subscription: text() }),
]
