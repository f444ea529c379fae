import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { createList, getId, type Objects } from '../types.ts'
import { computePeriodEnd } from './calendar.ts'
import { collectInvoice, findPaymentMethod } from './collect.ts'
import { createInvoice, finalizeInvoice, type Invoice } from './invoices.ts'
import { type Coupon, createDiscount, type Price } from './lines.ts'
import type { AcceptedOutcome } from './payments.ts'
import { isActiveWhileProcessing, type Subscription, setStatus } from './subscriptionStatus.ts'

type SubscriptionItem = Subscription['items']['data'][number]

export type NewSubscription = {
  customer: Objects['customer']
  price: Price
  coupons: Coupon[]
  metadata: Record<string, string>
  /** The id of a payment method, or null for the customer's default. */
  paymentMethod: string | null
  /** The Checkout session's id, and the outcome of the payment that preceded the subscription. */
  checkout?: { session: string; outcome: AcceptedOutcome }
}

/** Creates a subscription item's `plan` from its price. */
export function createPlan(price: Price): SubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: getId(price.product),
    usage_type: 'licensed',
    ...nullFields('meter tiers_mode transform_usage trial_period_days'),
  }
}

function draftSubscription(operation: Operation, params: NewSubscription): Subscription {
  const { customer, price } = params
  const now = operation.now()
  const id = createId('sub', 24)
  const item: SubscriptionItem = {
    id: createId('si', 14),
    object: 'subscription_item',
    created: now,
    current_period_end: computePeriodEnd(now, now),
    current_period_start: now,
    discounts: [],
    metadata: {},
    plan: createPlan(price),
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
    ...nullFields('billing_thresholds current_trial'),
  }
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: customer.id,
    default_payment_method: params.paymentMethod,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      issuer: { type: 'self' },
      ...nullFields('account_tax_ids custom_fields description footer'),
    },
    items: createList(`/v1/subscription_items?subscription=${id}`, [item]),
    livemode: false,
    metadata: params.metadata,
    start_date: now,
    status: 'incomplete',
    ...nullFields('cancellation_details payment_settings trial_settings application application_fee_percent'),
    ...nullFields('billing_cycle_anchor_config billing_thresholds cancel_at canceled_at customer_account'),
    ...nullFields('days_until_due default_source description ended_at latest_invoice managed_payments'),
    ...nullFields('next_pending_invoice_item_invoice on_behalf_of pause_collection'),
    ...nullFields('pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock'),
    ...nullFields('transfer_data trial_end trial_start'),
  }
}

/**
 * Starts a subscription. Its first invoice is finalized immediately, and charged if a payment method exists, unless a
 * Checkout session has already attempted the payment.
 */
export function startSubscription(
  operation: Operation,
  params: NewSubscription,
): { subscription: Subscription; invoice: Invoice } {
  const draft = draftSubscription(operation, params)
  const { customer, checkout } = params
  const discountOwner = {
    customer: customer.id,
    subscription: draft.id,
    checkout_session: checkout?.session ?? null,
  }
  const discounts = params.coupons.map((coupon) => createDiscount(operation, coupon, discountOwner))
  const invoiceDraft = createInvoice(operation, {
    customer,
    reason: 'subscription_create',
    discounts,
    subscription: draft,
    period: { start: draft.created, end: draft.created },
    created: draft.created,
    finalizesAt: null,
  })
  const initial: Subscription = {
    ...draft,
    discounts: discounts.map(({ id }) => id),
    latest_invoice: invoiceDraft.id,
  }
  operation.save(initial, 'customer.subscription.created')
  let invoice = finalizeInvoice(operation, invoiceDraft, checkout?.outcome.intent)
  if (invoice.status === 'paid' || findPaymentMethod(operation, initial, customer))
    ({ invoice } = collectInvoice(operation, invoice, { outcome: checkout?.outcome }))
  if (checkout?.outcome.result === 'processing' && isActiveWhileProcessing(operation))
    setStatus(operation, initial, 'active')
  return { subscription: operation.getOrThrow('subscription', draft.id), invoice }
}
