import { newId, randomText } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { openDispute } from './disputes.ts'
import { behaviourOf, confirmHolder, type PaymentMethod, refuseRetired } from './paymentMethods.ts'
import type { Decline } from './testCards.ts'

export type PaymentIntent = Objects['payment_intent']
export type Charge = Objects['charge']

/** What became of an attempt to take money. */
export type Outcome =
  | { result: 'succeeded'; intent: PaymentIntent; charge: Charge }
  | { result: 'declined'; intent: PaymentIntent; decline: Decline }
  | { result: 'challenged'; intent: PaymentIntent }
  /** Klarna or the bank decides later, see delayed.ts. */
  | { result: 'processing'; intent: PaymentIntent }

/** What a payment fails with when its holder does not confirm (https://docs.stripe.com/error-codes). */
const NOT_CONFIRMED = {
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  type: 'invalid_request_error',
} as const

const AUTHENTICATION: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Prepares a payment. `amount` in the smallest unit of the currency. */
export function createIntent(
  work: Work,
  params: {
    amount: number
    currency: string
    customer: string | null
    description?: string | null
    metadata?: Record<string, string>
    types?: string[]
  },
): PaymentIntent {
  const id = newId('pi', 24)
  const intent: PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: work.nowFor(params.customer),
    currency: params.currency,
    customer: params.customer,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: params.types ?? ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
  return work.save('payment_intent', intent, 'payment_intent.created')
}

function charge(work: Work, intent: PaymentIntent, method: PaymentMethod, decline?: Decline): Charge {
  const id = newId('ch', 24)
  const { card } = method
  const made: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: null,
    captured: !decline,
    created: work.nowFor(intent.customer),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: decline
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: method.type,
      ...(card
        ? {
            card: {
              amount_authorized: decline ? null : intent.amount,
              authorization_code: null,
              brand: card.brand,
              checks: card.checks,
              country: card.country,
              electronic_commerce_indicator: null,
              exp_month: card.exp_month,
              exp_year: card.exp_year,
              fingerprint: card.fingerprint ?? null,
              funding: card.funding,
              installments: null,
              last4: card.last4,
              mandate: null,
              network: card.brand,
              network_transaction_id: null,
              regulated_status: card.regulated_status,
              three_d_secure: null,
              transaction_link_id: null,
              wallet: null,
            },
          }
        : {}),
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: decline ? null : `${work.pages}/receipt/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  return work.save('charge', made, decline ? 'charge.failed' : 'charge.succeeded')
}

/**
 * Tries to take the money of an intent.
 *
 * @param options.present - whether the holder is there and can be asked to confirm
 * @param options.confirmed - whether the holder just has
 * @param options.delayed - whether it is left open for now what becomes of it
 */
export function confirmIntent(
  work: Work,
  intent: PaymentIntent,
  method: PaymentMethod,
  options: { present: boolean; confirmed?: boolean; delayed?: boolean },
): Outcome {
  refuseRetired(work, method)
  const behaviour = behaviourOf(work, method.id)
  if (options.confirmed) confirmHolder(work, method.id)
  if (behaviour.challenge && !options.confirmed) {
    if (!options.present) return decline(work, intent, method, AUTHENTICATION)
    return { result: 'challenged', intent: awaitHolder(work, intent, method) }
  }
  if (options.delayed) {
    const waiting: PaymentIntent = {
      ...intent,
      next_action: null,
      payment_method: method.id,
      status: 'processing',
    }
    return { result: 'processing', intent: work.save('payment_intent', waiting, 'payment_intent.processing') }
  }
  if (behaviour.decline) return decline(work, intent, method, behaviour.decline)
  const taken = charge(work, intent, method)
  const paid: PaymentIntent = {
    ...intent,
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: taken.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  work.save('payment_intent', paid, 'payment_intent.succeeded')
  if (behaviour.dispute) openDispute(work, taken, behaviour.dispute)
  return { result: 'succeeded', intent: paid, charge: work.store.get('charge', taken.id) ?? taken }
}

/** Lets an intent wait until its holder has confirmed, at `url`. */
export function awaitHolder(
  work: Work,
  intent: PaymentIntent,
  method: PaymentMethod,
  url = `${work.pages}/challenge/${intent.id}`,
): PaymentIntent {
  const waiting: PaymentIntent = {
    ...intent,
    payment_method: method.id,
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: null, url } },
  }
  return work.save('payment_intent', waiting, 'payment_intent.requires_action')
}

/** Notes that the holder of an intent has not confirmed: no charge is tried, another method may be. */
export function failAuthentication(work: Work, intent: PaymentIntent, method: PaymentMethod): PaymentIntent {
  const failed: PaymentIntent = {
    ...intent,
    last_payment_error: { ...NOT_CONFIRMED, payment_method: method },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  return work.save('payment_intent', failed, 'payment_intent.payment_failed')
}

/** Notes that the money of an intent could not be taken, and why. */
export function decline(work: Work, intent: PaymentIntent, method: PaymentMethod, reason: Decline): Outcome {
  const failed = charge(work, intent, method, reason)
  const challenged = reason === AUTHENTICATION
  const after: PaymentIntent = {
    ...intent,
    last_payment_error: {
      charge: failed.id,
      code: reason.code,
      decline_code: reason.decline_code,
      message: reason.message,
      payment_method: method,
      type: 'card_error',
    },
    latest_charge: failed.id,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  work.save('payment_intent', after, 'payment_intent.payment_failed')
  if (!challenged) return { result: 'declined', intent: after, decline: reason }
  // The card is kept on the intent, so that its holder can still confirm.
  return { result: 'challenged', intent: awaitHolder(work, after, method) }
}

/** Ends a payment that was not made. */
export function cancelIntent(work: Work, id: string, reason: string): void {
  const intent = work.store.get('payment_intent', id)
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return
  const canceled_at = work.nowFor(idOf(intent.customer))
  const next: PaymentIntent = {
    ...intent,
    canceled_at,
    cancellation_reason: reason,
    next_action: null,
    status: 'canceled',
  }
  work.save('payment_intent', next, 'payment_intent.canceled')
}
