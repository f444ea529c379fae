import type { AccountOperation } from '../operation.ts'
import { type Fields, listOf, parseFields, text, type Values } from '../params/fields.ts'
import type { RawMap } from '../params/form.ts'

export type EndpointCall<F extends Fields> = {
  operation: AccountOperation
  params: Values<F>
  /** Returns a decoded parameter of the path by its name. */
  getPathParam: (name: string) => string
}

/** One method and path of Stripe's API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in Hono's router, for example `/v1/customers/:id`. */
  path: string
  /** Validates the parameters. The returned function `run` executes the request. */
  prepare(
    rawParams: RawMap,
    getPathParam: (name: string) => string,
  ): { expand: string[]; run: (operation: AccountOperation) => object }
}

const expandField = listOf(text(), 50)

/**
 * Defines an endpoint.
 *
 * @param fields - its parameters, except `expand`, which every endpoint accepts
 * @param handle - returns the response without expansions
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
    prepare(rawParams, getPathParam) {
      const endpointParams = new Map(rawParams)
      const expand = expandField(endpointParams.get('expand'), 'expand') ?? []
      endpointParams.delete('expand')
      const params = parseFields(endpointParams, fields)
      return { expand, run: (operation) => handle({ operation, params, getPathParam }) }
    },
  }
}
