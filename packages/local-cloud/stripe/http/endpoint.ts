import type { Operation, PageFields } from '../operation.ts'
import { listFields } from '../params/commonFields.ts'
import { castValues, type Fields, listOf, parseFields, text, type Values } from '../params/fields.ts'
import type { RawMap } from '../params/form.ts'
import type { Kind, Objects } from '../types.ts'

type EndpointCall<F extends Fields> = {
  operation: Operation
  params: Values<F>
  /** The id in the path, or an empty string when the path has none. */
  id: string
}

/** One method and path of Stripe's API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** A path in the syntax of Hono's router, for example `/v1/customers/:id`. */
  path: string
  /** Validates the parameters. The returned function `run` executes the request. */
  prepare(rawParams: RawMap, id: string): { expand: string[]; run: (operation: Operation) => object }
}

const expandField = listOf(text(), 50)

/**
 * Defines an endpoint.
 *
 * @param fields - the endpoint's parameters, except `expand`, which every endpoint accepts
 * @param handle - returns the response before expansion
 */
export function defineEndpoint<F extends Fields>(
  method: Endpoint['method'],
  path: string,
  fields: F,
  handle: (call: EndpointCall<F>) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(rawParams, id) {
      const endpointParams = new Map(rawParams)
      const expand = expandField(endpointParams.get('expand'), 'expand') ?? []
      endpointParams.delete('expand')
      const params = parseFields(endpointParams, fields)
      return { expand, run: (operation) => handle({ operation, params, id }) }
    },
  }
}

/** Defines the endpoint that returns one object of a kind. */
export function defineRetrieval(path: string, kind: Kind): Endpoint {
  return defineEndpoint('GET', path, {}, ({ operation, id }) => operation.getOrThrow(kind, id))
}

/** Whether an object matches every filter in the request. Ignores parameters that every list has, such as `limit`. */
function hasFields(object: object, filters: Record<string, unknown>): boolean {
  return Object.entries(filters).every(
    ([name, value]) => value === undefined || name in listFields || Reflect.get(object, name) === value,
  )
}

/**
 * Defines the endpoint that lists the objects of a kind.
 *
 * @param fields - the endpoint's filters
 * @param matches - whether an object matches the filters; by default every filter must equal the field of the same name
 */
export function defineList<K extends Kind, F extends Fields>(
  path: string,
  kind: K,
  fields: F,
  matches: (object: Objects[K], filters: Values<F>) => boolean = hasFields,
): Endpoint {
  return defineEndpoint('GET', path, { ...listFields, ...fields }, ({ operation, params }) =>
    operation.listPage(path, kind, castValues<PageFields>(params), (object) => matches(object, params)),
  )
}
