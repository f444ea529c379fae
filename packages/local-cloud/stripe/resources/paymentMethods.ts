import { attach, createCard, detach, type PaymentMethod } from '../engine/paymentMethods.ts'
import { namedCard } from '../engine/testCards.ts'
import { invalid, missing } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { flag, integer, listOf, object, oneOf, required, text } from '../params/fields.ts'
import { address, email, listFields, mergeMetadata, metadata, pageFields } from '../params/shared.ts'
import { page } from '../store/page.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { OTHER_TYPES } from './paymentMethodTypes.ts'

const card = object(
  { token: text(), number: text(), exp_month: integer(1, 12), exp_year: integer(2000, 2100), cvc: text(4) },
  ['networks'],
)
const billingDetails = object({ email, name: text(), phone: text(), address }, ['tax_id'])

/** A card in the distance that does not run out while the time is advanced. */
const FAR_YEAR = 2060

function nextYear(work: Work): number {
  return Math.max(FAR_YEAR, new Date(work.now() * 1000).getUTCFullYear() + 5)
}

/** A payment method by its id, or one that is made of a test card's name such as `pm_card_visa`. */
export function methodNamed(work: Work, id: string, param: string): PaymentMethod {
  const number = namedCard(id)
  if (number === undefined) return work.need('payment_method', id, param)
  return createCard(work, { number, exp_month: 12, exp_year: nextYear(work) })
}

const fields = {
  type: required(oneOf(['card'], OTHER_TYPES)),
  card,
  billing_details: billingDetails,
  metadata,
}

/** `/v1/payment_methods` and those of a customer */
export const paymentMethodEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/payment_methods',
    fields,
    ({ work, params }) => {
      const { token, number, exp_month, exp_year } = params.card ?? {}
      const digits = token === undefined ? number : namedCard(token)
      if (digits === undefined)
        throw missing('token', token ?? '', token === undefined ? 'card[number]' : 'card[token]')
      const details = {
        email: params.billing_details?.email ?? null,
        name: params.billing_details?.name ?? null,
      }
      const made = createCard(
        work,
        { number: digits, exp_month: exp_month ?? 12, exp_year: exp_year ?? nextYear(work) },
        details,
      )
      const described = { ...made, metadata: mergeMetadata(null, params.metadata) }
      work.store.put('payment_method', described)
      return described
    },
    [...OTHER_TYPES, 'allow_redisplay', 'customer', 'payment_method', 'radar_options'],
  ),
  endpoint('GET', '/v1/payment_methods/:id', {}, ({ work, path }) => work.need('payment_method', path('id'))),
  endpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text()) },
    ({ work, params, path }) => {
      const customer = work.need('customer', params.customer, 'customer')
      return attach(work, methodNamed(work, path('id'), 'id'), customer.id)
    },
    ['customer_account'],
  ),
  endpoint('POST', '/v1/payment_methods/:id/detach', {}, ({ work, path }) =>
    detach(work, work.need('payment_method', path('id'))),
  ),
  endpoint(
    'POST',
    '/v1/payment_methods/:id',
    { metadata },
    ({ work, params, path }) => {
      const method = work.need('payment_method', path('id'))
      const updated = { ...method, metadata: mergeMetadata(method.metadata, params.metadata) }
      return work.save('payment_method', updated, 'payment_method.updated')
    },
    ['billing_details', 'card', 'allow_redisplay', 'us_bank_account'],
  ),
  endpoint(
    'GET',
    '/v1/payment_methods',
    { ...pageFields, customer: text(), type: text() },
    ({ work, params }) => {
      const all = work.store.all('payment_method', params.customer)
      return page(
        '/v1/payment_methods',
        all.filter(({ type }) => params.type === undefined || type === params.type),
        params,
      )
    },
    ['allow_redisplay', 'customer_account'],
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...pageFields, type: text() },
    ({ work, params, path }) => {
      const customer = work.need('customer', path('id'))
      const all = work.store.all('payment_method', customer.id)
      const url = `/v1/customers/${customer.id}/payment_methods`
      return page(
        url,
        all.filter(({ type }) => params.type === undefined || type === params.type),
        params,
      )
    },
    ['allow_redisplay'],
  ),
  endpoint('GET', '/v1/customers/:id/payment_methods/:method', {}, ({ work, path }) => {
    const method = work.need('payment_method', path('method'))
    if (idOf(method.customer) !== path('id')) throw missing('PaymentMethod', method.id)
    return method
  }),
]

/** A setup of a payment method for later, confirmed at once. */
export function setUp(
  work: Work,
  customer: string | null,
  method: PaymentMethod | null,
): Objects['setup_intent'] {
  const id = newId('seti', 24)
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('s')}`,
    created: work.nowFor(customer),
    customer,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'succeeded' : 'requires_payment_method',
    usage: 'off_session',
  }
}

/** `/v1/setup_intents`: as far as saving a card for later shows them. */
export const setupIntentEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/setup_intents',
    {
      customer: text(),
      payment_method: text(),
      confirm: flag(),
      usage: oneOf(['off_session', 'on_session']),
      metadata,
      allowed_payment_method_types: listOf(oneOf(['card'], OTHER_TYPES)),
    },
    ({ work, params }) => {
      if (params.customer !== undefined) work.need('customer', params.customer, 'customer')
      const method =
        params.payment_method === undefined
          ? null
          : methodNamed(work, params.payment_method, 'payment_method')
      if (params.confirm && !method)
        throw invalid('You cannot confirm without a payment_method.', 'payment_method')
      const attached =
        method && params.confirm && params.customer !== undefined
          ? attach(work, method, params.customer)
          : method
      const made = setUp(work, params.customer ?? null, params.confirm ? attached : null)
      const intent = {
        ...made,
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
        payment_method: attached?.id ?? null,
        metadata: mergeMetadata(null, params.metadata),
      }
      work.save('setup_intent', intent, 'setup_intent.created')
      if (intent.status === 'succeeded') work.emit('setup_intent.succeeded', intent)
      return intent
    },
    [
      'attach_to_self',
      'automatic_payment_methods',
      'confirmation_token',
      'customer_account',
      'description',
      'excluded_payment_method_types',
      'flow_directions',
      'mandate_data',
      'on_behalf_of',
      'payment_method_configuration',
      'payment_method_data',
      'payment_method_options',
      'return_url',
      'single_use',
      'use_stripe_sdk',
    ],
  ),
  endpoint('GET', '/v1/setup_intents/:id', {}, ({ work, path }) => work.need('setup_intent', path('id')), [
    'client_secret',
  ]),
  endpoint(
    'GET',
    '/v1/setup_intents',
    { ...listFields, customer: text() },
    ({ work, params }) =>
      work.page('/v1/setup_intents', 'setup_intent', params, { customer: params.customer }),
    ['attach_to_self', 'customer_account', 'payment_method'],
  ),
]
