import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { createId, nullFields } from '../ids.ts'
import { flag, integer, listOf, object, oneOf, required, text } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Product = Objects['product']
type Price = Objects['price']
type Coupon = Objects['coupon']

const MAX_AMOUNT = 99_999_999

const currency = oneOf(['usd'])

function refuseTaken(work: Work, name: string, id: string): void {
  if (!work.store.find(id)) return
  throw invalid(`${name} already exists.`, 'id', 'resource_already_exists')
}

function createProduct(work: Work, params: { id?: string | undefined; name: string }): Product {
  const id = params.id ?? createId('prod', 14)
  refuseTaken(work, 'Product', id)
  const product: Product = {
    id,
    object: 'product',
    active: true,
    created: work.now(),
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name: params.name,
    type: 'service',
    updated: work.now(),
    ...nullFields('default_price description package_dimensions shippable statement_descriptor tax_code'),
    ...nullFields('tax_details unit_label url'),
  }
  return work.save('product', product, 'product.created')
}

const products: Endpoint[] = [
  endpoint('POST', '/v1/products', { id: text(), name: required(text()) }, ({ work, params }) =>
    createProduct(work, params),
  ),
  endpoint('GET', '/v1/products/:id', {}, ({ work, path }) => work.need('product', path('id'))),
  endpoint('POST', '/v1/products/:id', { active: flag(), name: text() }, ({ work, params, path }) => {
    const product = work.need('product', path('id'))
    const { active = product.active, name = product.name } = params
    return work.save('product', { ...product, active, name, updated: work.now() }, 'product.updated')
  }),
  endpoint('GET', '/v1/products', listFields, ({ work, params }) =>
    work.page('/v1/products', 'product', params),
  ),
]

/** Frees a lookup key for a price. Throws a 400 when another price has it and may not lose it. */
function claimLookupKey(work: Work, key: string, owner: string, transfer: boolean | undefined): void {
  const holder = work.store.all('price').find((price) => price.lookup_key === key)
  if (!holder || holder.id === owner) return
  if (!transfer) {
    throw invalid(
      `A price (\`${holder.id}\`) already uses that lookup key. Use \`transfer_lookup_key=true\` to transfer it to this price.`,
      'lookup_key',
    )
  }
  work.save('price', { ...holder, lookup_key: null }, 'price.updated')
}

const lookup = { lookup_key: text(200), transfer_lookup_key: flag() }

const prices: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/prices',
    {
      currency: required(currency),
      ...lookup,
      product: text(),
      product_data: object({ name: required(text()) }),
      recurring: required(object({ interval: required(oneOf(['month'])) })),
      unit_amount: required(integer(0, MAX_AMOUNT)),
    },
    ({ work, params }) => {
      const { unit_amount, product_data, lookup_key = null } = params
      const product = product_data
        ? createProduct(work, product_data)
        : work.need('product', params.product ?? '', 'product')
      const id = createId('price', 24)
      if (lookup_key !== null) claimLookupKey(work, lookup_key, id, params.transfer_lookup_key)
      const price: Price = {
        id,
        object: 'price',
        active: true,
        billing_scheme: 'per_unit',
        created: work.now(),
        currency: params.currency,
        livemode: false,
        lookup_key,
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
        ...nullFields('custom_unit_amount nickname tiers_mode transform_quantity'),
      }
      return work.save('price', price, 'price.created')
    },
  ),
  endpoint('POST', '/v1/prices/:id', { active: flag(), ...lookup }, ({ work, params, path }) => {
    const price = work.need('price', path('id'))
    const { active = price.active, lookup_key = price.lookup_key } = params
    if (lookup_key !== null) claimLookupKey(work, lookup_key, price.id, params.transfer_lookup_key)
    return work.save('price', { ...price, active, lookup_key }, 'price.updated')
  }),
  endpoint(
    'GET',
    '/v1/prices',
    { ...listFields, active: flag(), lookup_keys: listOf(text(), 10), product: text() },
    ({ work, params: { active, lookup_keys, product, ...page } }) =>
      work.page('/v1/prices', 'price', page, {
        matches: (price) =>
          (active === undefined || price.active === active) &&
          (lookup_keys === undefined || lookup_keys.includes(price.lookup_key ?? '')) &&
          (product === undefined || getId(price.product) === product),
      }),
  ),
]

const coupons: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/coupons',
    {
      id: text(),
      amount_off: required(integer(1, MAX_AMOUNT)),
      currency: required(currency),
      duration: oneOf(['once', 'repeating']),
      duration_in_months: integer(1, 1200),
      name: text(40),
    },
    ({ work, params }) => {
      const { amount_off, duration = 'once', duration_in_months = null } = params
      const id = params.id ?? createId('coupon', 8)
      refuseTaken(work, 'Coupon', id)
      const coupon: Coupon = {
        id,
        object: 'coupon',
        amount_off,
        created: work.now(),
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
      return work.save('coupon', coupon, 'coupon.created')
    },
  ),
  endpoint('GET', '/v1/coupons/:id', {}, ({ work, path }) => work.need('coupon', path('id'))),
  endpoint('POST', '/v1/coupons/:id', { metadata, name: text(40) }, ({ work, params, path }) => {
    const coupon = work.need('coupon', path('id'))
    const changed = {
      ...coupon,
      metadata: mergeMetadata(coupon.metadata, params.metadata),
      name: params.name ?? coupon.name,
    }
    return work.save('coupon', changed, 'coupon.updated')
  }),
  endpoint('GET', '/v1/coupons', listFields, ({ work, params }) =>
    work.page('/v1/coupons', 'coupon', params),
  ),
]

/** `/v1/products`, `/v1/prices` and `/v1/coupons`. */
export const catalogEndpoints: Endpoint[] = [...products, ...prices, ...coupons]
