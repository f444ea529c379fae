import { invalid, StripeProblem } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { clearable, flag, listOf, object, required, text, type Values } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

type Product = Objects['product']

const ELSEWHERE = ['package_dimensions', 'tax_details']

/** What makes a product, on its own or inside a price. */
export const productFields = {
  id: text(),
  name: required(text()),
  active: flag(),
  description: text(40_000),
  images: listOf(text(), 8),
  marketing_features: listOf(object({ name: required(text(80)) }), 15),
  metadata,
  shippable: flag(),
  statement_descriptor: text(22),
  tax_code: text(),
  unit_label: text(12),
  url: text(),
}

/** Creates a product. Throws a 400 when its id is taken. */
export function createProduct(
  work: Work,
  params: Partial<Values<typeof productFields>> & { name: string },
): Product {
  const now = work.now()
  if (params.id !== undefined && work.store.find(params.id)) {
    throw invalid('Product already exists.', 'id', 'resource_already_exists')
  }
  const product: Product = {
    id: params.id ?? newId('prod', 14),
    object: 'product',
    active: params.active ?? true,
    created: now,
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: mergeMetadata(null, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: params.shippable ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: 'service',
    unit_label: params.unit_label ?? null,
    updated: now,
    url: params.url ?? null,
  }
  return work.save('product', product, 'product.created')
}

/** `/v1/products` */
export const productEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/products', productFields, ({ work, params }) => createProduct(work, params), [
    ...ELSEWHERE,
    'default_price_data',
    'type',
  ]),
  endpoint('GET', '/v1/products/:id', {}, ({ work, path }) => work.need('product', path('id'))),
  endpoint(
    'POST',
    '/v1/products/:id',
    {
      active: flag(),
      default_price: text(),
      description: clearable(text(40_000)),
      images: listOf(text(), 8),
      marketing_features: listOf(object({ name: required(text(80)) }), 15),
      metadata,
      name: text(),
      shippable: flag(),
      statement_descriptor: text(22),
      tax_code: clearable(text()),
      unit_label: clearable(text(12)),
      url: clearable(text()),
    },
    ({ work, params, path }) => {
      const product = work.need('product', path('id'))
      if (params.default_price !== undefined) {
        const price = work.need('price', params.default_price, 'default_price')
        if (idOf(price.product) !== product.id) {
          throw invalid('The default price must belong to the product.', 'default_price')
        }
      }
      const { metadata: change, ...rest } = params
      const sent = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      const updated: Product = {
        ...product,
        ...sent,
        metadata: mergeMetadata(product.metadata, change),
        updated: work.now(),
      }
      return work.save('product', updated, 'product.updated')
    },
    ELSEWHERE,
  ),
  endpoint('DELETE', '/v1/products/:id', {}, ({ work, path }) => {
    const product = work.need('product', path('id'))
    if (work.store.all('price').some((price) => idOf(price.product) === product.id)) {
      throw new StripeProblem(
        400,
        `This product cannot be deleted because it has one or more user-created prices.`,
      )
    }
    work.emit('product.deleted', product)
    return work.store.bury('product', product.id)
  }),
  endpoint(
    'GET',
    '/v1/products',
    { ...listFields, active: flag(), ids: listOf(text()), shippable: flag(), url: text() },
    ({ work, params }) => {
      const { active, ids, shippable, url } = params
      const matches = (product: Product) =>
        (active === undefined || product.active === active) &&
        (ids === undefined || ids.includes(product.id)) &&
        (shippable === undefined || product.shippable === shippable) &&
        (url === undefined || product.url === url)
      return work.page('/v1/products', 'product', params, { matches })
    },
    ['type'],
  ),
]
