import { attachToCustomer, findOrCreateMethod } from '../engine/paymentMethods.ts'
import { refundCharge } from '../engine/refunds.ts'
import { createInvalidError } from '../errors.ts'
import { defineEndpoint, defineList, defineRetrieval, type Endpoint } from '../http/endpoint.ts'
import type { Operation } from '../operation.ts'
import { integer, oneOf, required, text } from '../params/fields.ts'
import { getId, type Objects } from '../types.ts'

/** Finds the charge to refund, by its own id or by the id of its payment intent. Throws a 400 if there is none. */
function findCharge(
  operation: Operation,
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

/** The endpoints for payment methods, payment intents, charges, refunds and disputes. */
export const paymentEndpoints: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    { customer: required(text()) },
    ({ operation, params, id }) => {
      const customer = operation.getOrThrow('customer', params.customer, 'customer')
      return attachToCustomer(operation, findOrCreateMethod(operation, id, 'id'), customer.id)
    },
  ),
  defineRetrieval('/v1/payment_intents/:id', 'payment_intent'),
  defineRetrieval('/v1/charges/:id', 'charge'),
  defineList('/v1/charges', 'charge', { customer: text(), payment_intent: text() }),
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
  defineList('/v1/refunds', 'refund', { payment_intent: text() }),
  defineRetrieval('/v1/disputes/:id', 'dispute'),
  defineList('/v1/disputes', 'dispute', { payment_intent: text() }),
]
