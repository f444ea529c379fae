import { createInvalidError } from '../errors.ts'
import { defineEndpoint, defineList, defineRetrieval, type Endpoint } from '../http/endpoint.ts'
import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { mergeMetadata, metadata } from '../params/commonFields.ts'
import { flag, integer, object, oneOf, required, text } from '../params/fields.ts'
import type { Objects } from '../types.ts'

type Product = Objects['product']
type Price = Objects['price']
type Coupon = Objects['coupon']

const MAX_AMOUNT_CENTS = 99_999_999

const currency = oneOf(['usd'])

function requireUnusedId(operation: Operation, name: string, id: string): void {
  if (!operation.store.findById(id)) return
  throw createInvalidError(`${name} already exists.`, 'id', 'resource_already_exists')
}

const products: Endpoint[] = [
  defineEndpoint('POST', '/v1/products', { id: text(), name: required(text()) }, ({ operation, params }) => {
    const { id = createId('prod', 14), name } = params
    requireUnusedId(operation, 'Product', id)
    const product: Product = {
      id,
      object: 'product',
      active: true,
      created: operation.now(),
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: {},
      name,
      type: 'service',
      updated: operation.now(),
      ...nullFields('default_price description package_dimensions shippable statement_descriptor tax_code'),
      ...nullFields('tax_details unit_label url'),
    }
    return operation.save(product, 'product.created')
  }),
  defineRetrieval('/v1/products/:id', 'product'),
  defineEndpoint(
    'POST',
    '/v1/products/:id',
    { active: flag(), name: text() },
    ({ operation, params, id }) => {
      const product = operation.getOrThrow('product', id)
      const { active = product.active, name = product.name } = params
      return operation.save({ ...product, active, name, updated: operation.now() }, 'product.updated')
    },
  ),
]

const prices: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/prices',
    {
      currency: required(currency),
      product: required(text()),
      recurring: required(object({ interval: required(oneOf(['month'])) })),
      unit_amount: required(integer(0, MAX_AMOUNT_CENTS)),
    },
    ({ operation, params }) => {
      const { unit_amount } = params
      const product = operation.getOrThrow('product', params.product, 'product')
      const price: Price = {
        id: createId('price', 24),
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: operation.now(),
        currency: params.currency,
        livemode: false,
        metadata: {},
        product: product.id,
        recurring: {
          interval: 'month',
          interval_count: 1,
          usage_type: 'licensed',
          ...nullFields('meter trial_period_days'),
        },
        tax_behavior: 'unspecified',
        type: 'recurring',
        unit_amount,
        unit_amount_decimal: String(unit_amount),
        ...nullFields('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
      }
      return operation.save(price, 'price.created')
    },
  ),
  defineEndpoint('POST', '/v1/prices/:id', { active: flag() }, ({ operation, params, id }) => {
    const price = operation.getOrThrow('price', id)
    return operation.save({ ...price, active: params.active ?? price.active }, 'price.updated')
  }),
  defineList(
    '/v1/prices',
    'price',
    { active: flag(), product: text() },
    (price, { active, product }) =>
      (active === undefined || price.active === active) &&
      (product === undefined || price.product === product),
  ),
]

const coupons: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/coupons',
    {
      id: text(),
      amount_off: required(integer(1, MAX_AMOUNT_CENTS)),
      currency: required(currency),
      duration: required(oneOf(['repeating'])),
      duration_in_months: required(integer(1, 1200)),
      name: text(40),
    },
    ({ operation, params }) => {
      const { amount_off, duration, duration_in_months } = params
      const id = params.id ?? createId('coupon', 8)
      requireUnusedId(operation, 'Coupon', id)
      const coupon: Coupon = {
        id,
        object: 'coupon',
        amount_off,
        created: operation.now(),
        currency: params.currency,
        duration,
        duration_in_months,
        livemode: false,
        metadata: {},
        name: params.name ?? null,
        times_redeemed: 0,
        valid: true,
        ...nullFields('max_redemptions percent_off redeem_by'),
      }
      return operation.save(coupon, 'coupon.created')
    },
  ),
  defineRetrieval('/v1/coupons/:id', 'coupon'),
  defineEndpoint('POST', '/v1/coupons/:id', { metadata, name: text(40) }, ({ operation, params, id }) => {
    const coupon = operation.getOrThrow('coupon', id)
    const changed = {
      ...coupon,
      metadata: mergeMetadata(coupon.metadata, params.metadata),
      name: params.name ?? coupon.name,
    }
    return operation.save(changed, 'coupon.updated')
  }),
]

/** `/v1/products`, `/v1/prices` and `/v1/coupons`. */
export const catalogEndpoints: Endpoint[] = [...products, ...prices, ...coupons]
