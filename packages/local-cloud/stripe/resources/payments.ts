import { attachToCustomer, findOrCreateMethod } from '../engine/paymentMethods.ts'
import { refundCharge } from '../engine/refunds.ts'
import { createInvalidError } from '../errors.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'
import { nullFields } from '../ids.ts'
import type { AccountOperation } from '../operation.ts'
import { listFields } from '../params/commonFields.ts'
import { integer, oneOf, required, text } from '../params/fields.ts'
import { createList, getId, type Objects } from '../types.ts'

/** Finds the charge to refund, by its own id or by the id of its payment intent. */
function findCharge(
  operation: AccountOperation,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Objects['charge'] {
  if (params.charge !== undefined) return operation.getOrThrow('charge', params.charge, 'charge')
  if (params.payment_intent === undefined)
    throw createInvalidError(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = operation.getOrThrow('payment_intent', params.payment_intent, 'payment_intent')
  const latest = getId(intent.latest_charge)
  if (latest !== null && intent.status === 'succeeded')
    return operation.getOrThrow('charge', latest, 'charge')
  throw createInvalidError(
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
  defineEndpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text()) },
    ({ operation, params, getPathParam }) => {
      const customer = operation.getOrThrow('customer', params.customer, 'customer')
      return attachToCustomer(operation, findOrCreateMethod(operation, getPathParam('id'), 'id'), customer.id)
    },
  ),
  // The account has a single configuration, with the payment methods of Checkout.
  defineEndpoint('GET', '/v1/payment_method_configurations', listFields, () =>
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
  defineEndpoint('GET', '/v1/payment_intents/:id', {}, ({ operation, getPathParam }) =>
    operation.getOrThrow('payment_intent', getPathParam('id')),
  ),
  defineEndpoint('GET', '/v1/charges/:id', {}, ({ operation, getPathParam }) =>
    operation.getOrThrow('charge', getPathParam('id')),
  ),
  defineEndpoint(
    'GET',
    '/v1/charges',
    { ...listFields, customer: text(), payment_intent: text() },
    ({ operation, params: { customer, payment_intent, ...page } }) =>
      operation.listPage('/v1/charges', 'charge', page, {
        customer,
        matches: (charge) => payment_intent === undefined || charge.payment_intent === payment_intent,
      }),
  ),
  defineEndpoint(
    'POST',
    '/v1/refunds',
    {
      amount: integer(1),
      charge: text(),
      payment_intent: text(),
      reason: oneOf(['duplicate', 'fraudulent', 'requested_by_customer']),
    },
    ({ operation, params }) =>
      refundCharge(operation, findCharge(operation, params), {
        amount: params.amount,
        reason: params.reason ?? null,
      }),
  ),
  defineEndpoint(
    'GET',
    '/v1/refunds',
    { ...listFields, payment_intent: text() },
    ({ operation, params: { payment_intent, ...page } }) =>
      operation.listPage('/v1/refunds', 'refund', page, {
        matches: (refund) => payment_intent === undefined || refund.payment_intent === payment_intent,
      }),
  ),
  defineEndpoint('GET', '/v1/disputes/:id', {}, ({ operation, getPathParam }) =>
    operation.getOrThrow('dispute', getPathParam('id')),
  ),
]
