import { createId, createRandomText, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import type { Objects, Reference } from '../types.ts'
import { openDispute } from './disputes.ts'
import type { PaymentMethod } from './paymentMethods.ts'
import { type Decline, findTestCardByEnding } from './testCards.ts'

export type PaymentIntent = Objects['payment_intent']
type Charge = Objects['charge']

/** The outcome of a payment attempt. A `processing` payment is settled later (see checkout/delayed.ts). */
export type Outcome = AcceptedOutcome | { result: 'declined'; decline: Decline }
export type AcceptedOutcome = { result: 'succeeded' | 'processing'; intent: PaymentIntent }

/** Creates a payment intent. `amount` is in cents. */
export function createIntent(
  operation: Operation,
  params: { amount: number; currency: string; customer: string | null },
): PaymentIntent {
  const id = createId('pi', 24)
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    ...params,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${createRandomText(25)}`,
    confirmation_method: 'automatic',
    created: operation.now(),
    livemode: false,
    metadata: {},
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    ...nullFields('description allowed_payment_method_types application application_fee_amount'),
    ...nullFields('automatic_payment_methods canceled_at cancellation_reason customer_account'),
    ...nullFields('excluded_payment_method_types last_payment_error latest_charge managed_payments'),
    ...nullFields('next_action on_behalf_of payment_method payment_method_configuration_details'),
    ...nullFields('payment_method_options payment_record processing receipt_email review setup_future_usage'),
    ...nullFields('shipping source statement_descriptor statement_descriptor_suffix transfer_data'),
    ...nullFields('transfer_group'),
  }
  return operation.save(intent, 'payment_intent.created')
}

function createMethodDetails(
  { type, card }: PaymentMethod,
  amount: number | null,
): Charge['payment_method_details'] {
  if (!card) return { type }
  const { brand, checks, country, exp_month, exp_year, fingerprint = null, funding, last4 } = card
  return {
    type,
    card: {
      amount_authorized: amount,
      ...{ brand, checks, country, exp_month, exp_year, fingerprint, funding, last4 },
      network: brand,
      regulated_status: card.regulated_status,
      ...nullFields('authorization_code electronic_commerce_indicator installments mandate'),
      ...nullFields('network_transaction_id three_d_secure transaction_link_id wallet'),
    },
  }
}

function createCharge(
  operation: Operation,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline?: Decline,
): Charge {
  const id = createId('ch', 24)
  const isPaid = !decline
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    captured: isPaid,
    created: operation.now(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: createMethodDetails(method, isPaid ? intent.amount : null),
    refunded: false,
    status: isPaid ? 'succeeded' : 'failed',
    ...nullFields('description fraud_details outcome application application_fee application_fee_amount'),
    ...nullFields('balance_transaction calculated_statement_descriptor failure_balance_transaction'),
    ...nullFields(
      'on_behalf_of receipt_email receipt_number receipt_url review shipping source source_transfer',
    ),
    ...nullFields('statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
  }
  return operation.save(charge, isPaid ? 'charge.succeeded' : 'charge.failed')
}

/**
 * Charges a payment method, and disputes the charge of a test card that triggers disputes. With `isDelayed`, the
 * payment stays `processing` until its outcome is decided.
 */
export function confirmIntent(
  operation: Operation,
  intent: PaymentIntent,
  method: PaymentMethod,
  { isDelayed = false } = {},
): Outcome {
  if (isDelayed) {
    const processingIntent: PaymentIntent = { ...intent, payment_method: method.id, status: 'processing' }
    return {
      result: 'processing',
      intent: operation.save(processingIntent, 'payment_intent.processing'),
    }
  }
  const card = findTestCardByEnding(method.card?.last4 ?? '')
  if (card?.decline) return declineIntent(operation, intent, method, card.decline)
  const charge = createCharge(operation, intent, method)
  const paidIntent: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'succeeded',
  }
  operation.save(paidIntent, 'payment_intent.succeeded')
  if (card?.isDisputed) openDispute(operation, charge)
  return { result: 'succeeded', intent: paidIntent }
}

/** Records a declined charge. */
export function declineIntent(
  operation: Operation,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
): Outcome {
  const charge = createCharge(operation, intent, method, decline)
  const failedIntent: PaymentIntent = {
    ...intent,
    last_payment_error: { charge: charge.id, ...decline, payment_method: method, type: 'card_error' },
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
  }
  operation.save(failedIntent, 'payment_intent.payment_failed')
  return { result: 'declined', decline }
}

/** Cancels an intent, unless it is already paid or canceled, or does not exist. */
export function cancelIntent(operation: Operation, reference: Reference, reason: string): void {
  const intent = operation.store.get('payment_intent', reference)
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return
  const canceledIntent: PaymentIntent = {
    ...intent,
    canceled_at: operation.now(),
    cancellation_reason: reason,
    status: 'canceled',
  }
  operation.save(canceledIntent, 'payment_intent.canceled')
}
