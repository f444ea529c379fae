import { invalid, notSupported } from '../errors.ts'
import {
  clearable,
  type Field,
  integer,
  listOf,
  object,
  oneOf,
  required,
  scalar,
  text,
} from '../params/fields.ts'
import { email, metadata, timestamp } from '../params/shared.ts'
import { trialSettings } from '../resources/subscriptionFields.ts'

/** Parameters of a session that Stripe has and the local cloud has not. */
export const ELSEWHERE = [
  'allow_promotion_codes',
  'after_expiration',
  'branding_settings',
  'custom_fields',
  'currency',
  'customer_account',
  'excluded_payment_method_types',
  'integration_identifier',
  'invoice_creation',
  'managed_payments',
  'name_collection',
  'optional_items',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'permissions',
  'return_url',
  'saved_payment_method_options',
  'setup_intent_data',
  'shipping_address_collection',
  'shipping_options',
  'wallet_options',
]

const message = object({ message: required(text(1200)) })

/** An address to go back to; `{CHECKOUT_SESSION_ID}` in it is replaced. */
const url: Field<string | undefined> = scalar((value, param) => {
  const parsed = URL.parse(value.replaceAll('{CHECKOUT_SESSION_ID}', 'cs'))
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return value
  throw invalid('Not a valid URL', param, 'url_invalid')
})

const off = (what: string, elsewhere: readonly string[] = []) =>
  object(
    {
      enabled: required(
        scalar((value, param) => {
          if (value === 'false') return false
          if (value === 'true') throw notSupported(what)
          throw invalid(`Invalid boolean: ${value}`, param)
        }),
      ),
    },
    elsewhere,
  )

/** Methods that take one-time payments only. */
const ONE_TIME = ['affirm', 'afterpay_clearpay', 'alma', 'zip', 'billie', 'scalapay', 'sunbit']
const OTHERS = [
  'link',
  'us_bank_account',
  'cashapp',
  'amazon_pay',
  'paypal',
  'sepa_debit',
  'ideal',
  'bancontact',
]

/** A method that a session may offer; `one-time` ones are kept apart, since a subscription refuses them. */
const methodType: Field<string | undefined> = scalar((value, param) => {
  if (value === 'card' || value === 'klarna' || ONE_TIME.includes(value)) return value
  if (OTHERS.includes(value)) throw notSupported(`"${value}" for ${param}`)
  throw invalid(`Invalid ${param}: ${value} is not a payment method type.`, param)
})

/** Whether a payment method takes one-time payments only. */
export function isOneTime(type: string): boolean {
  return ONE_TIME.includes(type)
}

export const createFields = {
  mode: required(oneOf(['payment', 'subscription'], ['setup'])),
  adaptive_pricing: off('adaptive_pricing'),
  allowed_payment_method_types: listOf(methodType, 20),
  automatic_tax: off('automatic_tax', ['liability']),
  billing_address_collection: oneOf(['auto', 'required']),
  cancel_url: url,
  client_reference_id: text(200),
  consent_collection: object(
    { terms_of_service: oneOf(['none', 'required']), promotions: oneOf(['none'], ['auto']) },
    ['payment_method_reuse_agreement'],
  ),
  custom_text: object({
    after_submit: clearable(message),
    shipping_address: clearable(message),
    submit: clearable(message),
    terms_of_service_acceptance: clearable(message),
  }),
  customer: text(),
  customer_creation: oneOf(['always', 'if_required']),
  customer_email: email,
  customer_update: object({
    address: oneOf(['auto', 'never']),
    name: oneOf(['auto', 'never']),
    shipping: oneOf(['auto', 'never']),
  }),
  discounts: listOf(object({ coupon: required(text()) }, ['promotion_code']), 10),
  expires_at: timestamp,
  line_items: required(
    listOf(
      object({ price: required(text()), quantity: integer(1, 999_999), metadata }, [
        'adjustable_quantity',
        'price_data',
        'tax_rates',
      ]),
      20,
    ),
  ),
  locale: text(10),
  metadata,
  origin_context: oneOf(['mobile_app', 'web']),
  payment_intent_data: object({ description: text(), metadata }, [
    'application_fee_amount',
    'capture_method',
    'on_behalf_of',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
  ]),
  payment_method_collection: oneOf(['always'], ['if_required']),
  phone_number_collection: off('phone_number_collection'),
  redirect_on_completion: oneOf(['always'], ['if_required', 'never']),
  submit_type: oneOf(['auto', 'book', 'donate', 'pay', 'subscribe']),
  subscription_data: object(
    {
      billing_mode: object({ type: required(oneOf(['classic', 'flexible'])) }, ['flexible']),
      description: text(500),
      metadata,
      proration_behavior: oneOf(['create_prorations', 'none']),
      trial_end: timestamp,
      trial_period_days: integer(1, 730),
      trial_settings: trialSettings(),
    },
    [
      'application_fee_percent',
      'billing_cycle_anchor',
      'billing_cycle_anchor_config',
      'default_tax_rates',
      'invoice_settings',
      'on_behalf_of',
      'pending_invoice_item_interval',
      'transfer_data',
    ],
  ),
  success_url: url,
  tax_id_collection: off('tax_id_collection', ['required']),
  ui_mode: oneOf(['hosted_page'], ['elements', 'embedded_page', 'form']),
}
