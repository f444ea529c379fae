import { couponFor } from '../engine/discounts.ts'
import { expireSession } from '../engine/renew.ts'
import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { object, oneOf, required, text } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata, pageFields } from '../params/shared.ts'
import { page } from '../store/page.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { bought, check, expiry, type Params, refuseAmount } from './checks.ts'
import { createFields, ELSEWHERE } from './createFields.ts'
import { keepDetails, type Purchase, type Session, withTotals } from './session.ts'

function keepHidden(work: Work, id: string, params: Params, items: Purchase[]): void {
  const { subscription_data: data, payment_intent_data: intent, customer_update: change } = params
  keepDetails(work, id, {
    items: items.map(({ price, quantity }) => ({ price: price.id, quantity })),
    subscription: {
      billingMode: data?.billing_mode?.type ?? 'flexible',
      description: data?.description ?? null,
      metadata: mergeMetadata(null, data?.metadata),
      trialDays: data?.trial_period_days ?? null,
      trialEnd: data?.trial_end ?? null,
      missingMethod: data?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    },
    payment: { description: intent?.description ?? null, metadata: mergeMetadata(null, intent?.metadata) },
    customerUpdate: { address: change?.address === 'auto', name: change?.name === 'auto' },
  })
}

function createSession(work: Work, params: Params): Session {
  check(work, params)
  const now = work.now()
  const items = bought(work, params)
  const id = newId('cs_test', 58)
  const discounts = (params.discounts ?? []).map((given, index) => {
    const { id: coupon, currency } = couponFor(work, given, params.customer ?? null, `discounts[${index}]`)
    if (currency !== null && currency !== items[0]?.price.currency) {
      throw invalid(
        `The coupon's currency is ${currency}, which is not the currency of the prices.`,
        'discounts',
      )
    }
    return { coupon, promotion_code: null }
  })
  const types = params.allowed_payment_method_types
  const consent = params.consent_collection
  const customText = params.custom_text
  const session: Session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? true },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: types ?? null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: consent
      ? {
          payment_method_reuse_agreement: null,
          promotions: consent.promotions ?? 'none',
          terms_of_service: consent.terms_of_service ?? 'none',
        }
      : null,
    created: now,
    currency: items[0]?.price.currency ?? 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: customText?.after_submit ?? null,
      shipping_address: customText?.shipping_address ?? null,
      submit: customText?.submit ?? null,
      terms_of_service_acceptance: customText?.terms_of_service_acceptance ?? null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer
      ? null
      : params.mode === 'subscription'
        ? 'always'
        : (params.customer_creation ?? 'if_required'),
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts,
    expires_at: expiry(work, params, now),
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata(null, params.metadata),
    mode: params.mode,
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection:
      params.mode === 'subscription' ? (params.payment_method_collection ?? 'always') : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types ?? ['card', 'klarna'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${work.pages}/c/pay/${id}`,
    wallet_options: null,
  }
  keepHidden(work, id, params, items)
  const counted = withTotals(work, session)
  refuseAmount(work, counted)
  work.store.put('checkout.session', counted)
  return counted
}

const root = '/v1/checkout/sessions'

/** `/v1/checkout/sessions` */
export const checkoutEndpoints: Endpoint[] = [
  endpoint('POST', root, createFields, ({ work, params }) => createSession(work, params), ELSEWHERE),
  endpoint('GET', `${root}/:id`, {}, ({ work, path }) => work.need('checkout.session', path('id'))),
  endpoint('GET', `${root}/:id/line_items`, pageFields, ({ work, params, path }) => {
    const session = work.need('checkout.session', path('id'))
    const lines: { data: { id: string }[] } = JSON.parse(
      work.store.setting(`line_items:${session.id}`) ?? '{"data":[]}',
    )
    return page(`${root}/${session.id}/line_items`, lines.data, params)
  }),
  endpoint('POST', `${root}/:id/expire`, {}, ({ work, path }) => {
    const session = work.need('checkout.session', path('id'))
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    return expireSession(work, session)
  }),
  endpoint(
    'POST',
    `${root}/:id`,
    { metadata },
    ({ work, params, path }) => {
      const session = work.need('checkout.session', path('id'))
      const updated = { ...session, metadata: mergeMetadata(session.metadata, params.metadata) }
      work.store.put('checkout.session', updated)
      return updated
    },
    ['collected_information', 'line_items', 'payment_intent_data', 'shipping_options'],
  ),
  endpoint(
    'GET',
    root,
    {
      ...listFields,
      customer: text(),
      customer_details: object({ email: required(text()) }),
      payment_intent: text(),
      status: oneOf(['complete', 'expired', 'open']),
      subscription: text(),
    },
    ({ work, params }) => {
      const { customer_details, payment_intent, status, subscription } = params
      const matches = (session: Session) =>
        (status === undefined || session.status === status) &&
        (subscription === undefined || idOf(session.subscription) === subscription) &&
        (payment_intent === undefined || idOf(session.payment_intent) === payment_intent) &&
        (customer_details === undefined || session.customer_details?.email === customer_details.email)
      return work.page(root, 'checkout.session', params, { customer: params.customer, matches })
    },
    ['customer_account', 'payment_link'],
  ),
]
