import { cancelIntent } from '../engine/payments.ts'
import { refundCharge } from '../engine/refunds.ts'
import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { integer, oneOf, text, type Values } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { page } from '../store/page.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

const INTENT_ELSEWHERE = [
  'allowed_payment_method_types',
  'amount',
  'amount_details',
  'application_fee_amount',
  'capture_method',
  'currency',
  'customer',
  'customer_account',
  'excluded_payment_method_types',
  'hooks',
  'payment_details',
  'payment_method',
  'payment_method_configuration',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_data',
  'transfer_group',
]

const notes = { description: text(), metadata }

/** A payment or a charge with its notes changed as a request says; what is not sent stays. */
function annotated<T extends { description: string | null; metadata: Record<string, string> }>(
  before: T,
  { description, metadata }: Values<typeof notes>,
): T {
  return {
    ...before,
    description: description ?? before.description,
    metadata: mergeMetadata(before.metadata, metadata),
  }
}

const intents: Endpoint[] = [
  endpoint(
    'GET',
    '/v1/payment_intents/:id',
    {},
    ({ work, path }) => work.need('payment_intent', path('id')),
    ['client_secret'],
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id',
    notes,
    ({ work, params, path }) => {
      const updated = annotated(work.need('payment_intent', path('id')), params)
      work.store.put('payment_intent', updated)
      return updated
    },
    INTENT_ELSEWHERE,
  ),
  endpoint(
    'POST',
    '/v1/payment_intents/:id/cancel',
    { cancellation_reason: oneOf(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']) },
    ({ work, params, path }) => {
      const intent = work.need('payment_intent', path('id'))
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
        throw invalid(message, undefined, 'payment_intent_unexpected_state')
      }
      cancelIntent(work, intent.id, params.cancellation_reason ?? 'requested_by_customer')
      return work.need('payment_intent', intent.id)
    },
  ),
  endpoint(
    'GET',
    '/v1/payment_intents',
    { ...listFields, customer: text() },
    ({ work, params }) =>
      work.page('/v1/payment_intents', 'payment_intent', params, { customer: params.customer }),
    ['customer_account'],
  ),
]

const charges: Endpoint[] = [
  endpoint('GET', '/v1/charges/:id', {}, ({ work, path }) => work.need('charge', path('id'))),
  endpoint(
    'POST',
    '/v1/charges/:id',
    notes,
    ({ work, params, path }) =>
      work.save('charge', annotated(work.need('charge', path('id')), params), 'charge.updated'),
    ['customer', 'fraud_details', 'receipt_email', 'shipping', 'transfer_group'],
  ),
  endpoint(
    'GET',
    '/v1/charges',
    { ...listFields, customer: text(), payment_intent: text() },
    ({ work, params }) => {
      const all =
        params.payment_intent === undefined
          ? work.store.all('charge', params.customer)
          : work.store.children('charge', params.payment_intent)
      return page('/v1/charges', all, params)
    },
    ['transfer_group'],
  ),
]

/** The charge that a refund or a list names, itself or through its payment intent. */
function chargeOf(
  work: Work,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Objects['charge'] {
  if ((params.charge === undefined) === (params.payment_intent === undefined)) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  if (params.charge !== undefined) return work.need('charge', params.charge, 'charge')
  const intent = work.need('payment_intent', params.payment_intent ?? '', 'payment_intent')
  const latest = idOf(intent.latest_charge)
  if (latest === null || intent.status !== 'succeeded') {
    throw invalid(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    )
  }
  return work.need('charge', latest, 'charge')
}

const refunds: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/refunds',
    {
      amount: integer(1),
      charge: text(),
      payment_intent: text(),
      metadata,
      reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
    },
    ({ work, params }) =>
      refundCharge(work, chargeOf(work, params), {
        ...(params.amount === undefined ? {} : { amount: params.amount }),
        reason: params.reason ?? null,
        metadata: mergeMetadata(null, params.metadata),
      }),
    ['currency', 'customer', 'instructions_email', 'origin', 'refund_application_fee', 'reverse_transfer'],
  ),
  endpoint('GET', '/v1/refunds/:id', {}, ({ work, path }) => work.need('refund', path('id'))),
  endpoint('POST', '/v1/refunds/:id', { metadata }, ({ work, params, path }) => {
    const refund = work.need('refund', path('id'))
    const updated = { ...refund, metadata: mergeMetadata(refund.metadata, params.metadata) }
    return work.save('refund', updated, 'refund.updated')
  }),
  endpoint(
    'GET',
    '/v1/refunds',
    { ...listFields, charge: text(), payment_intent: text() },
    ({ work, params }) => {
      const all =
        params.charge === undefined ? work.store.all('refund') : work.store.children('refund', params.charge)
      const intent = params.payment_intent
      return page(
        '/v1/refunds',
        all.filter((refund) => intent === undefined || refund.payment_intent === intent),
        params,
      )
    },
  ),
]

const disputes: Endpoint[] = [
  endpoint('GET', '/v1/disputes/:id', {}, ({ work, path }) => work.need('dispute', path('id'))),
]

/** Payment intents, charges, refunds and disputes. */
export const paymentEndpoints: Endpoint[] = [...intents, ...charges, ...refunds, ...disputes]
