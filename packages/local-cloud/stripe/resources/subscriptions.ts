import { couponFor, deletedDiscount, endDiscount } from '../engine/discounts.ts'
import { discountsOf } from '../engine/renew.ts'
import { endSubscription, type Subscription } from '../engine/standing.ts'
import { startSubscription } from '../engine/subscribe.ts'
import { invalid, missing } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { flag, oneOf, required, text } from '../params/fields.ts'
import { createdRange, inRange, listFields, mergeMetadata, pageFields, type Range } from '../params/shared.ts'
import { page } from '../store/page.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { cancelTime, ownMethod } from './subscriptionChange.ts'
import { cancellationDetails, createFields, ELSEWHERE, recurringPrice } from './subscriptionFields.ts'

const DAY = 24 * 3600
const STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

/** A subscription that can still be acted on. Throws Stripe's 404 for a cancelled one. */
export function livingSubscription(work: Work, id: string): Subscription {
  const subscription = work.need('subscription', id)
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') {
    throw missing('subscription', id)
  }
  return subscription
}

function within(times: number[], bounds: Range | undefined): boolean {
  return times.some((time) => inRange(time, bounds))
}

const createSubscription = endpoint(
  'POST',
  '/v1/subscriptions',
  createFields,
  ({ work, params }) => {
    const customer = work.need('customer', params.customer, 'customer')
    if (params.items.length === 0)
      throw invalid('Missing required param: items.', 'items', 'parameter_missing')
    const items = params.items.map(({ price, quantity, metadata: data }, index) => ({
      price: recurringPrice(work, price, `items[${index}][price]`),
      quantity: quantity ?? 1,
      metadata: mergeMetadata(null, data),
    }))
    if (new Set(items.map(({ price }) => `${price.currency} ${price.recurring?.interval}`)).size > 1) {
      throw invalid(
        'All prices on a subscription must have the same `currency` and billing interval.',
        'items',
      )
    }
    if (params.trial_end !== undefined && params.trial_period_days !== undefined) {
      throw invalid(
        'You may only specify one of these parameters: trial_end, trial_period_days.',
        'trial_end',
      )
    }
    const now = work.now(customer.test_clock)
    const days = params.trial_period_days
    const end = typeof params.trial_end === 'number' ? params.trial_end : null
    if (end !== null && end <= now)
      throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', 'trial_end')
    const method = ownMethod(work, params.default_payment_method, customer.id)
    const { subscription } = startSubscription(work, {
      customer,
      items,
      coupons: (params.discounts ?? []).map((discount, index) =>
        couponFor(work, discount, customer.id, `discounts[${index}]`),
      ),
      metadata: mergeMetadata(null, params.metadata),
      description: params.description ?? null,
      paymentMethod: method ?? null,
      behaviour: params.payment_behavior ?? 'allow_incomplete',
      present: !params.off_session,
      billingMode: params.billing_mode?.type ?? 'flexible',
      trialEnd: days === undefined ? end : now + days * DAY,
      missingMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      savesMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
      checkoutSession: null,
    })
    const scheduled = cancelTime(subscription, params, now)
    if (scheduled === undefined) return subscription
    const later = { ...subscription, ...scheduled }
    work.store.put('subscription', later)
    return later
  },
  [...ELSEWHERE, 'backdate_start_date', 'billing_cycle_anchor_config', 'currency', 'customer_account'],
)

/** `/v1/subscriptions`: creating, reading and ending. */
export const subscriptionEndpoints: Endpoint[] = [
  createSubscription,
  endpoint('GET', '/v1/subscriptions/:id', {}, ({ work, path }) => work.need('subscription', path('id'))),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    { cancellation_details: cancellationDetails, invoice_now: flag(), prorate: oneOf(['false'], ['true']) },
    ({ work, params, path }) => {
      const subscription = livingSubscription(work, path('id'))
      const { comment, feedback } = params.cancellation_details ?? {}
      return endSubscription(work, subscription, 'cancellation_requested', {
        comment: comment ?? null,
        feedback: feedback ?? null,
      })
    },
  ),
  endpoint('DELETE', '/v1/subscriptions/:id/discount', {}, ({ work, path }) => {
    const subscription = livingSubscription(work, path('id'))
    const discounts = discountsOf(work, subscription)
    const first = discounts[0]
    if (!first) throw missing('discount', subscription.id)
    for (const discount of discounts) endDiscount(work, discount)
    work.save('subscription', { ...subscription, discounts: [] }, 'customer.subscription.updated')
    return deletedDiscount(first)
  }),
  endpoint(
    'GET',
    '/v1/subscriptions',
    {
      ...listFields,
      collection_method: oneOf(['charge_automatically', 'send_invoice']),
      current_period_end: createdRange,
      current_period_start: createdRange,
      customer: text(),
      price: text(),
      status: oneOf([...STATUSES, 'all', 'ended']),
      test_clock: text(),
    },
    ({ work, params }) => {
      const { status, price, test_clock } = params
      const matches = (subscription: Subscription) => {
        const items = subscription.items.data
        // As at Stripe: without a status, those that are cancelled are left out.
        const fits =
          status === undefined
            ? subscription.status !== 'canceled'
            : status === 'all' ||
              subscription.status === status ||
              (status === 'ended' &&
                ['canceled', 'incomplete_expired'].some((ended) => ended === subscription.status))
        return (
          fits &&
          (price === undefined || items.some((item) => item.price.id === price)) &&
          (test_clock === undefined || idOf(subscription.test_clock) === test_clock) &&
          (params.collection_method === undefined ||
            subscription.collection_method === params.collection_method) &&
          within(
            items.map(({ current_period_end }) => current_period_end),
            params.current_period_end,
          ) &&
          within(
            items.map(({ current_period_start }) => current_period_start),
            params.current_period_start,
          )
        )
      }
      return work.page('/v1/subscriptions', 'subscription', params, { customer: params.customer, matches })
    },
    ['automatic_tax', 'customer_account', 'plan'],
  ),
  endpoint(
    'GET',
    '/v1/subscription_items',
    { ...pageFields, subscription: required(text()) },
    ({ work, params }) => {
      const { items } = work.need('subscription', params.subscription, 'subscription')
      return page('/v1/subscription_items', items.data, params)
    },
  ),
  endpoint('GET', '/v1/subscription_items/:id', {}, ({ work, path }) => {
    const item = work.store
      .all('subscription')
      .flatMap(({ items }) => items.data)
      .find(({ id }) => id === path('id'))
    if (!item) throw missing('subscription_item', path('id'))
    return item
  }),
  endpoint('GET', '/v1/customers/:id/subscriptions', listFields, ({ work, path, params }) => {
    const customer = work.need('customer', path('id'))
    const living = work.store.all('subscription', customer.id).filter(({ status }) => status !== 'canceled')
    return page(`/v1/customers/${customer.id}/subscriptions`, living, params)
  }),
]

/** What ends with a customer who is deleted: every subscription, at once. */
export function endAllSubscriptions(work: Work, customer: { id: string }): void {
  for (const subscription of work.store.all('subscription', customer.id)) {
    if (['canceled', 'incomplete_expired'].some((ended) => ended === subscription.status)) continue
    endSubscription(work, subscription, null)
  }
}
