import { billNow } from '../engine/billNow.ts'
import { couponBehind, couponFor, endDiscount, giveDiscount } from '../engine/discounts.ts'
import { discountsOf, pauseSubscription, trialEndsUnpaid } from '../engine/renew.ts'
import type { Subscription } from '../engine/standing.ts'
import { paymentError, planOf } from '../engine/subscribe.ts'
import { invalid, notSupported } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { clearable, flag, listOf, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { mergeMetadata, timestamp } from '../params/shared.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import {
  cancelAt,
  cancellationDetails,
  createFields,
  discountList,
  ELSEWHERE,
  prorationBehavior,
  recurringPrice,
  trialEnd,
} from './subscriptionFields.ts'

/** A payment method that must be the customer's. Throws a 400. */
export function ownMethod(work: Work, id: string | undefined, customer: string): string | undefined {
  if (id === undefined) return undefined
  const method = work.need('payment_method', id, 'default_payment_method')
  if (idOf(method.customer) === customer) return id
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    'default_payment_method',
    'resource_missing',
  )
}

type CancelParams = {
  cancel_at?: number | 'min_period_end' | 'max_period_end' | null | undefined
  cancel_at_period_end?: boolean | undefined
}

/**
 * What planning an end changes about a subscription; undefined when nothing is said of it. The portal sets only
 * `cancel_at`, the parameter `cancel_at_period_end` both (contract "Stripe billing").
 */
export function cancelTime(
  subscription: Subscription,
  params: CancelParams,
  now: number,
):
  | Pick<Subscription, 'cancel_at' | 'cancel_at_period_end' | 'canceled_at' | 'cancellation_details'>
  | undefined {
  const { cancel_at, cancel_at_period_end } = params
  if (cancel_at === undefined && cancel_at_period_end === undefined) return undefined
  if (cancel_at !== undefined && cancel_at !== null && cancel_at_period_end) {
    throw invalid(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'cancel_at',
    )
  }
  const ends = subscription.items.data.map(({ current_period_end }) => current_period_end)
  const words = { min_period_end: Math.min(...ends), max_period_end: Math.max(...ends) }
  const named = typeof cancel_at === 'string' ? words[cancel_at] : cancel_at
  const at = cancel_at_period_end ? words.max_period_end : (named ?? null)
  if (at !== null && at <= now) throw invalid('`cancel_at` must be in the future.', 'cancel_at')
  const reason = at === null ? null : 'cancellation_requested'
  return {
    cancel_at: at,
    cancel_at_period_end: cancel_at_period_end ?? false,
    canceled_at: at === null ? null : now,
    cancellation_details: {
      comment: subscription.cancellation_details?.comment ?? null,
      feedback: subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
  }
}

const pauseCollection = clearable(
  object({
    behavior: required(oneOf(['keep_as_draft', 'mark_uncollectible', 'void'])),
    resumes_at: timestamp,
  }),
)

const { default_payment_method, description, metadata, off_session, payment_settings, trial_settings } =
  createFields

/** Another price for an item; what else can be changed of one is only at Stripe. */
const changedItem = object({ id: required(text()), price: required(text()) }, [
  'billing_thresholds',
  'clear_usage',
  'current_trial',
  'deleted',
  'discounts',
  'metadata',
  'plan',
  'price_data',
  'quantity',
  'tax_rates',
])

const updateFields = {
  cancel_at: cancelAt,
  cancel_at_period_end: flag(),
  cancellation_details: cancellationDetails,
  collection_method: createFields.collection_method,
  default_payment_method,
  description: clearable(description),
  discounts: discountList,
  items: listOf(changedItem, 20),
  metadata,
  off_session,
  pause_collection: pauseCollection,
  payment_behavior: createFields.payment_behavior,
  payment_settings,
  proration_behavior: prorationBehavior,
  trial_end: trialEnd,
  trial_settings,
}

/**
 * A subscription whose items have other prices from the next renewal on: without prorations, and by the same interval, a
 * change touches nothing of the period that is paid for (https://docs.stripe.com/billing/subscriptions/change-price).
 */
function withPrices(
  work: Work,
  subscription: Subscription,
  { items: wanted, proration_behavior }: Values<typeof updateFields>,
): Subscription['items'] {
  const { items } = subscription
  if (!wanted) return items
  if (proration_behavior !== 'none') {
    throw notSupported('the parameter items without proration_behavior none')
  }
  const prices = new Map(
    wanted.map(({ id, price }, index) => {
      const known = items.data.find((item) => item.id === id)
      if (!known)
        throw invalid(`No such subscription item: '${id}'`, `items[${index}][id]`, 'resource_missing')
      const other = recurringPrice(work, price, `items[${index}][price]`)
      const [before, after] = [known.price.recurring, other.recurring]
      if (before?.interval !== after?.interval || before?.interval_count !== after?.interval_count) {
        throw notSupported('the parameter items with a price of another interval')
      }
      if (other.currency !== subscription.currency) {
        throw invalid(
          `The price specified supports currencies of \`${other.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
          `items[${index}][price]`,
        )
      }
      return [id, other] as const
    }),
  )
  return {
    ...items,
    data: items.data.map((item) => {
      const price = prices.get(item.id)
      return price ? { ...item, price, plan: planOf(price) } : item
    }),
  }
}

/** Puts other discounts in the place of those that a subscription has. */
function replaceDiscounts(
  work: Work,
  subscription: Subscription,
  wanted: { coupon?: string | undefined }[],
): string[] {
  const customer = idOf(subscription.customer) ?? ''
  const before = discountsOf(work, subscription)
  const kept = before.filter((discount) =>
    wanted.some(({ coupon }) => coupon !== undefined && couponBehind(work, discount)?.id === coupon),
  )
  for (const discount of before) if (!kept.includes(discount)) endDiscount(work, discount)
  const known = new Set(kept.map((discount) => couponBehind(work, discount)?.id))
  const added = wanted.flatMap((given, index) => {
    if (given.coupon !== undefined && known.has(given.coupon)) return []
    const coupon = couponFor(work, given, customer, `discounts[${index}]`)
    const owner = { customer, subscription: subscription.id, checkoutSession: null }
    return giveDiscount(work, coupon, owner, work.now(subscription.test_clock)).id
  })
  return [...kept.map(({ id }) => id), ...added]
}

/**
 * Refuses what cannot be changed while the first payment is missing: everything but `metadata` and, at Stripe,
 * `default_source` (https://docs.stripe.com/api/subscriptions/object#subscription_object-status).
 */
function refuseOnIncomplete({ metadata: _metadata, ...rest }: Values<typeof updateFields>): void {
  const [name] = Object.entries(rest).find(([, value]) => value !== undefined) ?? []
  if (name === undefined) return
  throw invalid(
    `A subscription with the status incomplete can only have its metadata and default_source updated; you passed ${name}.`,
    name,
  )
}

/**
 * Ends a trial at once: what comes after it begins, and is charged for
 * (https://docs.stripe.com/billing/subscriptions/trials/free-trials).
 *
 * @throws StripeProblem 402 when the payment fails and `behaviour` asks for an error
 */
function endTrial(
  work: Work,
  subscription: Subscription,
  behaviour: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete' = 'allow_incomplete',
): Subscription {
  const now = work.now(subscription.test_clock)
  if (trialEndsUnpaid(work, subscription, now)) return work.need('subscription', subscription.id)
  const billed = billNow(work, subscription, {
    event: 'customer.subscription.updated',
    waits: behaviour === 'default_incomplete',
  })
  const isPaid = billed.subscription.status === 'active'
  if (behaviour === 'error_if_incomplete' && !isPaid) throw paymentError(billed.outcome)
  return billed.subscription
}

const update = endpoint(
  'POST',
  '/v1/subscriptions/:id',
  updateFields,
  ({ work, params, path }) => {
    const subscription = work.need('subscription', path('id'))
    const now = work.now(subscription.test_clock)
    const { comment, feedback } = params.cancellation_details ?? {}
    const described: Subscription = {
      ...subscription,
      metadata: mergeMetadata(subscription.metadata, params.metadata),
      cancellation_details: {
        feedback_option: null,
        reason: subscription.cancellation_details?.reason ?? null,
        comment: comment === undefined ? (subscription.cancellation_details?.comment ?? null) : comment,
        feedback: feedback === undefined ? (subscription.cancellation_details?.feedback ?? null) : feedback,
      },
    }
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
      const { metadata: _metadata, cancellation_details: _details, ...rest } = params
      if (Object.values(rest).some((value) => value !== undefined)) {
        throw invalid(
          'A canceled subscription can only update its cancellation_details and metadata.',
          undefined,
          'invalid_canceled_subscription_fields',
        )
      }
      return work.save('subscription', described, 'customer.subscription.updated')
    }
    if (subscription.status === 'incomplete') {
      refuseOnIncomplete(params)
      return work.save('subscription', described, 'customer.subscription.updated')
    }
    if (params.trial_end !== undefined && subscription.status !== 'trialing') {
      throw notSupported('the parameter trial_end for a subscription that is not trialing')
    }
    if (typeof params.trial_end === 'number' && params.trial_end <= now) {
      throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
    }
    const method = ownMethod(work, params.default_payment_method, idOf(subscription.customer) ?? '')
    const items = withPrices(work, subscription, params)
    const trial = params.trial_end === 'now' ? now : params.trial_end
    const updated: Subscription = {
      ...described,
      ...cancelTime(described, params, now),
      default_payment_method: method ?? subscription.default_payment_method,
      description: params.description === undefined ? subscription.description : params.description,
      discounts:
        params.discounts === undefined
          ? subscription.discounts
          : replaceDiscounts(work, subscription, params.discounts ?? []),
      items,
      pause_collection:
        params.pause_collection === undefined
          ? subscription.pause_collection
          : params.pause_collection && {
              behavior: params.pause_collection.behavior,
              resumes_at: params.pause_collection.resumes_at ?? null,
            },
      payment_settings: {
        payment_method_options: null,
        payment_method_types: null,
        save_default_payment_method:
          params.payment_settings?.save_default_payment_method ??
          subscription.payment_settings?.save_default_payment_method ??
          'off',
      },
      trial_settings: params.trial_settings
        ? {
            end_behavior: {
              billing_cycle_anchor: null,
              missing_payment_method: params.trial_settings.end_behavior.missing_payment_method,
            },
          }
        : subscription.trial_settings,
      ...(trial === undefined ? {} : { trial_end: trial, billing_cycle_anchor: trial }),
      ...(trial === undefined
        ? {}
        : {
            items: {
              ...items,
              data: items.data.map((item) => ({ ...item, current_period_end: trial })),
            },
          }),
    }
    if (params.trial_end === 'now') return endTrial(work, updated, params.payment_behavior)
    return work.save('subscription', updated, 'customer.subscription.updated')
  },
  [...ELSEWHERE, 'proration_date'],
)

const pause = endpoint(
  'POST',
  '/v1/subscriptions/:id/pause',
  { type: oneOf(['subscription']) },
  ({ work, path }) => {
    const subscription = work.need('subscription', path('id'))
    if (subscription.status !== 'active' && subscription.status !== 'trialing') {
      throw invalid(`A subscription with the status ${subscription.status} cannot be paused.`)
    }
    return pauseSubscription(work, subscription, 'pause_requested', work.now(subscription.test_clock))
  },
  ['bill_for', 'invoicing_behavior'],
)

const resume = endpoint(
  'POST',
  '/v1/subscriptions/:id/resume',
  {
    billing_cycle_anchor: object({ type: required(oneOf(['now', 'unchanged'])) }),
    proration_behavior: prorationBehavior,
  },
  ({ work, params, path }) => {
    const subscription = work.need('subscription', path('id'))
    if (subscription.status !== 'paused') {
      throw invalid(
        `Subscriptions with the status ${subscription.status} cannot be resumed: it must be paused.`,
      )
    }
    const now = work.now(subscription.test_clock)
    const { status_details: _details, ...rest } = subscription
    const still = subscription.items.data.every(({ current_period_end }) => current_period_end > now)
    if (params.billing_cycle_anchor?.type === 'unchanged' && still) {
      return work.save('subscription', { ...rest, status: 'active' }, 'customer.subscription.resumed')
    }
    return billNow(work, rest, { event: 'customer.subscription.resumed' }).subscription
  },
  ['payment_behavior', 'proration_date'],
)

/** `/v1/subscriptions`: changing. */
export const subscriptionChangeEndpoints: Endpoint[] = [pause, resume, update]
