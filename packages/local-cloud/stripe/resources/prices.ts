import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { flag, integer, listOf, object, oneOf, required, text } from '../params/fields.ts'
import { currency, listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { createProduct, productFields } from './products.ts'

type Price = Objects['price']

/** The largest amount that Stripe takes. Cents. */
const MOST = 99_999_999
const ELSEWHERE = [
  'currency_options',
  'custom_unit_amount',
  'tiers',
  'tiers_mode',
  'transform_quantity',
  'unit_amount_decimal',
]

/** How often a price is charged. */
export const recurring = object(
  {
    interval: required(oneOf(['day', 'month', 'week', 'year'])),
    interval_count: integer(1, 1095),
    usage_type: oneOf(['licensed'], ['metered']),
  },
  ['meter', 'trial_period_days'],
)

const {
  id,
  name,
  active,
  metadata: productMetadata,
  statement_descriptor,
  tax_code,
  unit_label,
} = productFields
const productData = object(
  { id, name, active, metadata: productMetadata, statement_descriptor, tax_code, unit_label },
  ['tax_details'],
)

/** Gives a lookup key to a price; it leaves the one that had it, when that was agreed to. */
function claimLookupKey(work: Work, key: string, owner: string, transfer: boolean): void {
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

const createFields = {
  currency: required(currency),
  active: flag(),
  billing_scheme: oneOf(['per_unit'], ['tiered']),
  lookup_key: text(200),
  metadata,
  nickname: text(),
  product: text(),
  product_data: productData,
  recurring,
  tax_behavior: oneOf(['exclusive', 'inclusive', 'unspecified']),
  transfer_lookup_key: flag(),
  unit_amount: integer(0, MOST),
}

/** `/v1/prices`: an amount never changes once it is there. */
export const priceEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/prices',
    createFields,
    ({ work, params }) => {
      if (params.unit_amount === undefined) {
        throw invalid(
          'Prices require an `unit_amount` or `unit_amount_decimal` parameter to be set.',
          'unit_amount',
          'parameter_missing',
        )
      }
      if (params.product === undefined && params.product_data === undefined) {
        throw invalid('Missing required param: product.', 'product', 'parameter_missing')
      }
      if (params.product !== undefined && params.product_data !== undefined) {
        throw invalid('You may only specify one of these parameters: product, product_data.', 'product_data')
      }
      const product =
        params.product_data === undefined
          ? work.need('product', params.product ?? '', 'product')
          : createProduct(work, params.product_data)
      const newPrice = newId('price', 24)
      if (params.lookup_key !== undefined) {
        claimLookupKey(work, params.lookup_key, newPrice, params.transfer_lookup_key ?? false)
      }
      const price: Price = {
        id: newPrice,
        object: 'price',
        active: params.active ?? true,
        billing_scheme: 'per_unit',
        created: work.now(),
        currency: params.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: params.lookup_key ?? null,
        metadata: mergeMetadata(null, params.metadata),
        nickname: params.nickname ?? null,
        product: product.id,
        recurring: params.recurring
          ? {
              interval: params.recurring.interval,
              interval_count: params.recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        tax_behavior: params.tax_behavior ?? 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: params.recurring ? 'recurring' : 'one_time',
        unit_amount: params.unit_amount,
        unit_amount_decimal: String(params.unit_amount),
      }
      return work.save('price', price, 'price.created')
    },
    ELSEWHERE,
  ),
  endpoint('GET', '/v1/prices/:id', {}, ({ work, path }) => work.need('price', path('id'))),
  endpoint(
    'POST',
    '/v1/prices/:id',
    {
      active: flag(),
      lookup_key: text(200),
      metadata,
      nickname: text(),
      tax_behavior: oneOf(['exclusive', 'inclusive', 'unspecified']),
      transfer_lookup_key: flag(),
    },
    ({ work, params, path }) => {
      const price = work.need('price', path('id'))
      const { tax_behavior } = params
      if (
        tax_behavior !== undefined &&
        price.tax_behavior !== 'unspecified' &&
        price.tax_behavior !== tax_behavior
      ) {
        throw invalid(
          "You cannot update tax_behavior to a different value once it has been set to 'exclusive' or 'inclusive'.",
          'tax_behavior',
        )
      }
      if (params.lookup_key !== undefined) {
        claimLookupKey(work, params.lookup_key, price.id, params.transfer_lookup_key ?? false)
      }
      const updated: Price = {
        ...price,
        active: params.active ?? price.active,
        lookup_key: params.lookup_key ?? price.lookup_key,
        metadata: mergeMetadata(price.metadata, params.metadata),
        nickname: params.nickname ?? price.nickname,
        tax_behavior: tax_behavior ?? price.tax_behavior,
      }
      return work.save('price', updated, 'price.updated')
    },
    ['currency_options'],
  ),
  endpoint(
    'GET',
    '/v1/prices',
    {
      ...listFields,
      active: flag(),
      currency,
      lookup_keys: listOf(text(), 10),
      product: text(),
      recurring: object({ interval: oneOf(['day', 'month', 'week', 'year']) }, ['meter', 'usage_type']),
      type: oneOf(['one_time', 'recurring']),
    },
    ({ work, params }) => {
      const matches = (price: Price) =>
        (params.active === undefined || price.active === params.active) &&
        (params.currency === undefined || price.currency === params.currency) &&
        (params.lookup_keys === undefined || params.lookup_keys.includes(price.lookup_key ?? '')) &&
        (params.product === undefined || idOf(price.product) === params.product) &&
        (params.recurring?.interval === undefined ||
          price.recurring?.interval === params.recurring.interval) &&
        (params.type === undefined || price.type === params.type)
      return work.page('/v1/prices', 'price', params, { matches })
    },
  ),
]
