import { createDiscount, endDiscount, listDiscounts } from '../engine/lines.ts'
import { createPlan, startSubscription } from '../engine/subscribe.ts'
import { endSubscription, hasEnded, type Subscription } from '../engine/subscriptionStatus.ts'
import { createInvalidError, createMissingError, createUnsupportedError } from '../errors.ts'
import { defineEndpoint, defineList, defineRetrieval, type Endpoint } from '../http/endpoint.ts'
import type { Operation } from '../operation.ts'
import { mergeMetadata, metadata, timestamp } from '../params/commonFields.ts'
import { clearable, flag, listOf, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { getId, getItem, type Objects } from '../types.ts'
import { requireAttachedMethod } from './customers.ts'

/** Returns an active price by its id. Throws a 400 for an unknown or inactive price. */
export function requireActivePrice(operation: Operation, id: string, param: string): Objects['price'] {
  const price = operation.getOrThrow('price', id, param)
  if (price.active) return price
  throw createInvalidError('The price specified is inactive. This field only accepts active prices.', param)
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
  cancellation_details: object({ comment: text() }),
  default_payment_method: text(),
  discounts: listOf(object({ coupon: text(), discount: text() }), 2),
  items: listOf(object({ id: required(text()), price: required(text()) }), 1),
  metadata,
  pause_collection: clearable(
    object({
      behavior: required(oneOf(['keep_as_draft', 'mark_uncollectible', 'void'])),
      resumes_at: timestamp,
    }),
  ),
  proration_behavior: oneOf(['none']),
}

type UpdateParams = Values<typeof updateFields>

/**
 * Returns the fields that schedule or revert a cancellation. The parameter `cancel_at_period_end` also sets
 * `cancel_at`; the portal sets only `cancel_at`.
 */
function planCancellation(
  subscription: Subscription,
  { cancel_at, cancel_at_period_end, cancellation_details }: UpdateParams,
  now: number,
): Partial<Subscription> {
  if (cancel_at === undefined && cancel_at_period_end === undefined) {
    if (!cancellation_details) return {}
    throw createUnsupportedError('the parameter cancellation_details without a cancellation')
  }
  const cancelAt = cancel_at_period_end ? getItem(subscription).current_period_end : (cancel_at ?? null)
  if (cancelAt !== null && cancelAt <= now)
    throw createInvalidError('`cancel_at` must be in the future.', 'cancel_at')
  const reason = cancelAt === null ? null : 'cancellation_requested'
  const comment = cancellation_details?.comment ?? null
  return {
    cancel_at: cancelAt,
    cancel_at_period_end: cancel_at_period_end ?? false,
    canceled_at: cancelAt === null ? null : now,
    cancellation_details: { comment, feedback: null, feedback_option: null, reason },
  }
}

/**
 * Returns a subscription's items with the requested price, if any. Without proration, the price applies from the next
 * renewal (https://docs.stripe.com/billing/subscriptions/change-price).
 */
function replacePrice(
  operation: Operation,
  subscription: Subscription,
  { items, proration_behavior }: UpdateParams,
): Subscription['items'] {
  const [requestedItem] = items ?? []
  if (!requestedItem) return subscription.items
  if (proration_behavior === undefined)
    throw createUnsupportedError('the parameter items without proration_behavior none')
  const item = getItem(subscription)
  if (item.id !== requestedItem.id)
    throw createInvalidError(
      `No such subscription item: '${requestedItem.id}'`,
      'items[0][id]',
      'resource_missing',
    )
  const price = requireActivePrice(operation, requestedItem.price, 'items[0][price]')
  return { ...subscription.items, data: [{ ...item, price, plan: createPlan(price) }] }
}

/**
 * Replaces a subscription's discounts with the requested ones: an id preserves an existing discount, and a coupon
 * creates a new one, which applies from the next renewal on.
 */
function replaceDiscounts(
  operation: Operation,
  { id, customer, discounts }: Subscription,
  requested: UpdateParams['discounts'],
): Subscription['discounts'] {
  if (!requested) return discounts
  const kept = new Set(requested.map(({ discount }) => discount))
  for (const earlier of listDiscounts(operation, discounts))
    if (!kept.has(earlier.id)) endDiscount(operation, earlier)
  const owner = { customer: getId(customer) ?? '', subscription: id, checkout_session: null }
  return requested.map(({ coupon, discount }, index) =>
    discount === undefined
      ? createDiscount(
          operation,
          operation.getOrThrow('coupon', coupon ?? '', `discounts[${index}][coupon]`),
          owner,
        ).id
      : operation.getOrThrow('discount', discount, `discounts[${index}][discount]`).id,
  )
}

/** Throws a 400 for a change that the subscription's status does not allow. Metadata can always change. */
function requireChangeable(
  subscription: Subscription,
  { metadata: _metadata, ...otherParams }: UpdateParams,
): void {
  if (Object.values(otherParams).every((value) => value === undefined)) return
  if (hasEnded(subscription)) {
    const code = 'invalid_canceled_subscription_fields'
    const message = 'A canceled subscription can only update its cancellation_details and metadata.'
    throw createInvalidError(message, undefined, code)
  }
  if (subscription.status === 'incomplete')
    throw createInvalidError(
      'A subscription with the status incomplete can only have its metadata and default_source updated.',
    )
}

function update(operation: Operation, subscription: Subscription, params: UpdateParams): Subscription {
  requireChangeable(subscription, params)
  const { default_payment_method = subscription.default_payment_method, pause_collection: pause } = params
  if (params.default_payment_method !== undefined) {
    const customer = getId(subscription.customer) ?? ''
    requireAttachedMethod(operation, params.default_payment_method, customer, 'default_payment_method')
  }
  const updated: Subscription = {
    ...subscription,
    ...planCancellation(subscription, params, operation.now()),
    default_payment_method,
    discounts: replaceDiscounts(operation, subscription, params.discounts),
    items: replacePrice(operation, subscription, params),
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    pause_collection:
      pause === undefined
        ? subscription.pause_collection
        : pause && { ...pause, resumes_at: pause.resumes_at ?? null },
  }
  return operation.save(updated, 'customer.subscription.updated')
}

export const subscriptionEndpoints: Endpoint[] = [
  defineEndpoint('POST', '/v1/subscriptions', createFields, ({ operation, params }) => {
    const customer = operation.getOrThrow('customer', params.customer, 'customer')
    const paymentMethod = params.default_payment_method ?? null
    if (paymentMethod !== null)
      requireAttachedMethod(operation, paymentMethod, customer.id, 'default_payment_method')
    const { subscription } = startSubscription(operation, {
      customer,
      price: requireActivePrice(operation, params.items[0]?.price ?? '', 'items[0][price]'),
      coupons: (params.discounts ?? []).map(({ coupon }) =>
        operation.getOrThrow('coupon', coupon, 'discounts[0][coupon]'),
      ),
      metadata: mergeMetadata(null, params.metadata),
      paymentMethod,
    })
    return subscription
  }),
  defineRetrieval('/v1/subscriptions/:id', 'subscription'),
  defineEndpoint('POST', '/v1/subscriptions/:id', updateFields, ({ operation, params, id }) =>
    update(operation, operation.getOrThrow('subscription', id), params),
  ),
  defineEndpoint(
    'DELETE',
    '/v1/subscriptions/:id',
    {
      cancellation_details: object({ comment: text() }),
      invoice_now: oneOf(['false']),
      prorate: oneOf(['false']),
    },
    ({ operation, params, id }) => {
      const subscription = operation.getOrThrow('subscription', id)
      if (hasEnded(subscription)) throw createMissingError('subscription', subscription.id)
      return endSubscription(
        operation,
        subscription,
        'cancellation_requested',
        params.cancellation_details?.comment,
      )
    },
  ),
  defineEndpoint(
    'POST',
    '/v1/subscriptions/:id/pause',
    { type: oneOf(['subscription']) },
    ({ operation, id }) => {
      const subscription = operation.getOrThrow('subscription', id)
      return operation.save({ ...subscription, status: 'paused' }, 'customer.subscription.paused')
    },
  ),
  defineList(
    '/v1/subscriptions',
    'subscription',
    { customer: text(), price: text(), status: text() },
    // Like Stripe, lists canceled subscriptions only when the `status` filter includes them.
    (subscription, { price, status }) =>
      (status === 'all' || (status ? subscription.status === status : subscription.status !== 'canceled')) &&
      (price === undefined || getItem(subscription).price.id === price),
  ),
]
