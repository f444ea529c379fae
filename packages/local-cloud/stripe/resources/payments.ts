import { attach, findOrCreateMethod } from '../engine/paymentMethods.ts'
import { refundCharge } from '../engine/refunds.ts'
import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { nullFields } from '../ids.ts'
import { integer, oneOf, required, text } from '../params/fields.ts'
import { listFields } from '../params/shared.ts'
import { createList, getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

/** The charge of a refund, by its own id or that of its payment intent. */
function findCharge(
  work: Work,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Objects['charge'] {
  if (params.charge !== undefined) return work.need('charge', params.charge, 'charge')
  if (params.payment_intent === undefined)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = work.need('payment_intent', params.payment_intent, 'payment_intent')
  const latest = getId(intent.latest_charge)
  if (latest !== null && intent.status === 'succeeded') return work.need('charge', latest, 'charge')
  throw invalid(
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    'payment_intent',
  )
}

const createMethodSetting = (value: 'on' | 'off') => ({
  available: value === 'on',
  display_preference: { overridable: null, preference: value, value },
})

/** Payment methods, payment intents, charges, refunds and disputes. */
export const paymentEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text()) },
    ({ work, params, path }) => {
      const customer = work.need('customer', params.customer, 'customer')
      return attach(work, findOrCreateMethod(work, path('id'), 'id'), customer.id)
    },
  ),
  // The account's only configuration has the payment methods of Checkout.
  endpoint('GET', '/v1/payment_method_configurations', listFields, () =>
    createList('/v1/payment_method_configurations', [
      {
        id: 'pmc_local',
        object: 'payment_method_configuration',
        active: true,
        is_default: true,
        livemode: false,
        name: 'Default',
        card: createMethodSetting('on'),
        klarna: createMethodSetting('on'),
        us_bank_account: createMethodSetting('off'),
        ...nullFields('application parent'),
      },
    ]),
  ),
  endpoint('GET', '/v1/payment_intents/:id', {}, ({ work, path }) => work.need('payment_intent', path('id'))),
  endpoint('GET', '/v1/charges/:id', {}, ({ work, path }) => work.need('charge', path('id'))),
  endpoint(
    'GET',
    '/v1/charges',
    { ...listFields, customer: text(), payment_intent: text() },
    ({ work, params: { customer, payment_intent, ...page } }) =>
      work.page('/v1/charges', 'charge', page, {
        customer,
        matches: (charge) => payment_intent === undefined || charge.payment_intent === payment_intent,
      }),
  ),
  endpoint(
    'POST',
    '/v1/refunds',
    {
      amount: integer(1),
      charge: text(),
      payment_intent: text(),
      reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
    },
    ({ work, params }) =>
      refundCharge(work, findCharge(work, params), {
        amount: params.amount,
        reason: params.reason ?? null,
      }),
  ),
  endpoint(
    'GET',
    '/v1/refunds',
    { ...listFields, payment_intent: text() },
    ({ work, params: { payment_intent, ...page } }) =>
      work.page('/v1/refunds', 'refund', page, {
        matches: (refund) => payment_intent === undefined || refund.payment_intent === payment_intent,
      }),
  ),
  endpoint('GET', '/v1/disputes/:id', {}, ({ work, path }) => work.need('dispute', path('id'))),
]
