import { createPlan, startSubscription } from '../engine/subscribe.ts'
import { endSubscription, hasEnded, type Subscription } from '../engine/subscriptionStatus.ts'
import { invalid, missing, notSupported } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { clearable, flag, listOf, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata, timestamp } from '../params/shared.ts'
import { getId, getItem, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { requireOwnMethod } from './customers.ts'

/** An active price by its id. Throws a 400 for any other. */
export function requireActivePrice(work: Work, id: string, param: string): Objects['price'] {
  const price = work.need('price', id, param)
  if (price.active) return price
  throw invalid('The price specified is inactive. This field only accepts active prices.', param)
}

const createFields = {
  customer: required(text()),
  items: required(listOf(object({ price: required(text()) }), 1)),
  default_payment_method: text(),
  discounts: listOf(object({ coupon: required(text()) }), 1),
  metadata,
}

const updateFields = {
  cancel_at: clearable(timestamp),
  cancel_at_period_end: flag(),
  default_payment_method: text(),
  items: listOf(object({ id: required(text()), price: required(text()) }), 1),
  metadata,
  pause_collection: clearable(
    object({ behavior: required(oneOf(['keep_as_draft', 'mark_uncollectible', 'void'])) }),
  ),
  proration_behavior: oneOf(['none']),
}

type Update = Values<typeof updateFields>

/** The fields that a planned end changes. The portal sets only `cancel_at`, the parameter `cancel_at_period_end` both. */
function planEnd(
  subscription: Subscription,
  { cancel_at, cancel_at_period_end }: Pick<Update, 'cancel_at' | 'cancel_at_period_end'>,
  now: number,
): Partial<Subscription> {
  if (cancel_at === undefined && cancel_at_period_end === undefined) return {}
  const at = cancel_at_period_end ? getItem(subscription).current_period_end : (cancel_at ?? null)
  if (at !== null && at <= now) throw invalid('`cancel_at` must be in the future.', 'cancel_at')
  const reason = at === null ? null : 'cancellation_requested'
  return {
    cancel_at: at,
    cancel_at_period_end: cancel_at_period_end ?? false,
    canceled_at: at === null ? null : now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  }
}

/**
 * The items with another price from the next renewal on: without prorations the paid period does not change
 * (https://docs.stripe.com/billing/subscriptions/change-price).
 */
function replacePrice(
  work: Work,
  subscription: Subscription,
  { items, proration_behavior }: Update,
): Subscription['items'] {
  const [wanted] = items ?? []
  if (!wanted) return subscription.items
  if (proration_behavior === undefined)
    throw notSupported('the parameter items without proration_behavior none')
  const item = getItem(subscription)
  if (item.id !== wanted.id)
    throw invalid(`No such subscription item: '${wanted.id}'`, 'items[0][id]', 'resource_missing')
  const price = requireActivePrice(work, wanted.price, 'items[0][price]')
  return { ...subscription.items, data: [{ ...item, price, plan: createPlan(price) }] }
}

/** Throws a 400 for a change that the status does not allow: metadata can always change. */
function requireChangeable(subscription: Subscription, { metadata: _metadata, ...rest }: Update): void {
  if (Object.values(rest).every((value) => value === undefined)) return
  if (hasEnded(subscription)) {
    const code = 'invalid_canceled_subscription_fields'
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw invalid(message, undefined, code)
  }
  if (subscription.status === 'incomplete')
    throw invalid(
      'A subscription with the status incomplete can only have its metadata and default_source updated.',
    )
}

function update(work: Work, subscription: Subscription, params: Update): Subscription {
  requireChangeable(subscription, params)
  const { default_payment_method = subscription.default_payment_method, pause_collection: pause } = params
  if (params.default_payment_method !== undefined) {
    const owner = getId(subscription.customer) ?? ''
    requireOwnMethod(work, params.default_payment_method, owner, 'default_payment_method')
  }
  const updated: Subscription = {
    ...subscription,
    ...planEnd(subscription, params, work.now()),
    default_payment_method,
    items: replacePrice(work, subscription, params),
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    pause_collection:
      pause === undefined ? subscription.pause_collection : pause && { ...pause, resumes_at: null },
  }
  return work.save('subscription', updated, 'customer.subscription.updated')
}

const listed = { ...listFields, customer: text(), price: text(), status: text() }

/** `/v1/subscriptions` */
export const subscriptionEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/subscriptions', createFields, ({ work, params }) => {
    const customer = work.need('customer', params.customer, 'customer')
    const paymentMethod = params.default_payment_method ?? null
    if (paymentMethod !== null) requireOwnMethod(work, paymentMethod, customer.id, 'default_payment_method')
    const { subscription } = startSubscription(work, {
      customer,
      price: requireActivePrice(work, params.items[0]?.price ?? '', 'items[0][price]'),
      coupons: (params.discounts ?? []).map(({ coupon }) =>
        work.need('coupon', coupon, 'discounts[0][coupon]'),
      ),
      metadata: mergeMetadata(null, params.metadata),
      paymentMethod,
    })
    return subscription
  }),
  endpoint('GET', '/v1/subscriptions/:id', {}, ({ work, path }) => work.need('subscription', path('id'))),
  endpoint('POST', '/v1/subscriptions/:id', updateFields, ({ work, params, path }) =>
    update(work, work.need('subscription', path('id')), params),
  ),
  endpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    { invoice_now: oneOf(['false']), prorate: oneOf(['false']) },
    ({ work, path }) => {
      const subscription = work.need('subscription', path('id'))
      if (hasEnded(subscription)) throw missing('subscription', subscription.id)
      return endSubscription(work, subscription, 'cancellation_requested')
    },
  ),
  endpoint('POST', '/v1/subscriptions/:id/pause', { type: oneOf(['subscription']) }, ({ work, path }) => {
    const subscription = work.need('subscription', path('id'))
    return work.save('subscription', { ...subscription, status: 'paused' }, 'customer.subscription.paused')
  }),
  endpoint('GET', '/v1/subscriptions', listed, ({ work, params: { customer, price, status, ...page } }) =>
    work.page('/v1/subscriptions', 'subscription', page, {
      customer,
      // As at Stripe, canceled subscriptions are listed only when the status includes them.
      matches: (subscription) =>
        (status === 'all' ||
          (status ? subscription.status === status : subscription.status !== 'canceled')) &&
        (price === undefined || getItem(subscription).price.id === price),
    }),
  ),
]
