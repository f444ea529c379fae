import { newId } from '../ids.ts'
import { listOfAll } from '../store/page.ts'
import type { Objects } from '../types.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { periodEnd } from './calendar.ts'
import { collectInvoice, methodFor } from './collect.ts'
import { type Coupon, type Discount, giveDiscount } from './discounts.ts'
import { createInvoice, finalizeInvoice, type Invoice } from './invoices.ts'
import { type Item, lineDescription, type Price } from './lines.ts'
import { requireCurrency, setCurrency } from './oneCurrency.ts'
import { cardError } from './paymentMethods.ts'
import type { Outcome } from './payments.ts'
import { isActiveWhileProcessing, type Subscription } from './standing.ts'

export type SubscriptionItem = Subscription['items']['data'][number]

export type NewSubscription = {
  customer: Objects['customer']
  items: { price: Price; quantity: number; metadata?: Record<string, string> }[]
  coupons: Coupon[]
  metadata: Record<string, string>
  description: string | null
  /** Null: the customer's own is charged. */
  paymentMethod: string | null
  behaviour: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'
  /** Whether the customer is there and can be asked to confirm. */
  present: boolean
  /** What became of the first payment, when it came first, as in Checkout. */
  outcome?: Outcome
  billingMode: 'classic' | 'flexible'
  /** Seconds since 1970. */
  trialEnd: number | null
  missingMethod: 'cancel' | 'create_invoice' | 'pause'
  /** Whether what pays the first invoice goes on to pay the others. */
  savesMethod: boolean
  checkoutSession: string | null
}

/** The plan that stands for a price in a subscription item. */
export function planOf(price: Price): SubscriptionItem['plan'] {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** What the items of a subscription cost for their current periods. */
export function billedItems(work: Work, subscription: Subscription, free = false): Item[] {
  return subscription.items.data.map((item) => ({
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: item.current_period_start, end: item.current_period_end },
    subscription: subscription.id,
    subscriptionItem: item.id,
    description: free
      ? `Trial period for ${lineDescription(work, item.price, item.quantity ?? 1)}`
      : lineDescription(work, item.price, item.quantity ?? 1),
    ...(free ? { free } : {}),
  }))
}

/** A subscription as it is before anything is paid, not yet kept. */
export function draftSubscription(work: Work, params: NewSubscription): Subscription {
  const { customer, trialEnd } = params
  const now = work.now(customer.test_clock)
  const id = newId('sub', 24)
  const anchor = trialEnd ?? now
  const items = params.items.map(({ price, quantity, metadata }): SubscriptionItem => {
    const every = {
      interval: price.recurring?.interval ?? 'month',
      interval_count: price.recurring?.interval_count ?? 1,
    }
    return {
      id: newId('si', 14),
      object: 'subscription_item',
      billing_thresholds: null,
      created: now,
      current_period_end: trialEnd ?? periodEnd(anchor, now, every),
      current_period_start: now,
      current_trial: null,
      discounts: [],
      metadata: metadata ?? {},
      plan: planOf(price),
      price,
      quantity,
      subscription: id,
      tax_rates: [],
    }
  })
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: params.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: params.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: params.items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: params.paymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: params.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { ...listOfAll(`/v1/subscription_items?subscription=${id}`, items) },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: params.savesMethod ? 'on_subscription' : 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: idOf(customer.test_clock),
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: params.missingMethod },
    },
    trial_start: trialEnd === null ? null : now,
  }
}

/**
 * Starts a subscription: its first invoice is final at once, and paid when that can be done.
 *
 * @throws StripeProblem 402 when the payment fails and `behaviour` asks for an error, 400 when the customer has a
 *   subscription in another currency
 */
export function startSubscription(
  work: Work,
  params: NewSubscription,
): { subscription: Subscription; invoice: Invoice; outcome: Outcome | undefined } {
  const draft = draftSubscription(work, params)
  requireCurrency(work, params.customer, draft.currency)
  const customer = setCurrency(work, params.customer, draft.currency)
  const { checkoutSession } = params
  const owner = { customer: customer.id, subscription: draft.id, checkoutSession }
  const discounts: Discount[] = params.coupons.map((coupon) =>
    giveDiscount(work, coupon, owner, draft.created),
  )
  const trial = params.trialEnd !== null
  const drafted: Invoice = createInvoice(work, {
    customer,
    currency: draft.currency,
    reason: 'subscription_create',
    items: billedItems(work, draft, trial),
    discounts,
    subscription: { id: draft.id, metadata: draft.metadata },
    period: { start: draft.created, end: draft.created },
    created: draft.created,
    finalizesAt: null,
  })
  const initial: Subscription = {
    ...draft,
    discounts: discounts.map(({ id }) => id),
    latest_invoice: drafted.id,
    status: trial ? 'trialing' : 'incomplete',
  }
  work.save('subscription', initial, 'customer.subscription.created')
  let invoice = finalizeInvoice(work, drafted, params.outcome?.intent)
  let outcome: Outcome | undefined
  if (invoice.status === 'paid') {
    if (!trial) work.save('subscription', { ...initial, status: 'active' }, 'customer.subscription.updated')
  } else if (params.behaviour !== 'default_incomplete' && methodFor(work, initial, customer)) {
    const { present, outcome: made } = params
    const collected = collectInvoice(work, invoice, { present, ...(made ? { outcome: made } : {}) })
    invoice = collected.invoice
    outcome = collected.outcome
  }
  if (outcome?.result === 'processing' && isActiveWhileProcessing(work)) {
    const pending = work.store.get('subscription', draft.id) ?? initial
    work.save('subscription', { ...pending, status: 'active' }, 'customer.subscription.updated')
  }
  const isOpen = invoice.status !== 'paid' && outcome?.result !== 'processing'
  if (params.behaviour === 'error_if_incomplete' && isOpen) throw paymentError(outcome)
  return { subscription: work.store.get('subscription', draft.id) ?? initial, invoice, outcome }
}

/** The 402 for a first payment that was not made. */
export function paymentError(outcome: Outcome | undefined): Error {
  if (outcome?.result === 'declined') return cardError(outcome.decline)
  if (outcome?.result === 'challenged') {
    return cardError({
      code: 'subscription_payment_intent_requires_action',
      decline_code: 'authentication_required',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    })
  }
  return cardError({
    code: 'resource_missing',
    decline_code: 'resource_missing',
    message: 'This customer has no attached payment source or default payment method.',
  })
}
