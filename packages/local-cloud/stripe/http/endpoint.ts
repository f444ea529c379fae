import { type Fields, parseFields, type Shape, type Values } from '../params/fields.ts'
import type { RawMap } from '../params/form.ts'
import { expand } from '../params/shared.ts'
import type { Work } from '../work.ts'

/** What an endpoint's code gets to work with. */
export type Call<F extends Fields> = {
  work: Work
  params: Values<F>
  /** A part of the path by its name, decoded. */
  path: (name: string) => string
}

/** One call of Stripe's API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in Hono's router, for example `/v1/customers/:id`. */
  path: string
  /** Its parameters, and the names of those that only Stripe takes. */
  shape: Shape
  /** Checks the parameters, at once; what it returns carries the call out. */
  prepare(raw: RawMap, path: (name: string) => string): { expand: string[]; run: (work: Work) => object }
}

/**
 * Describes a call.
 *
 * @param fields - the parameters it takes, besides `expand`
 * @param handle - carries it out and returns the answer, before expansion
 * @param elsewhere - names of parameters that Stripe takes here and the local cloud does not: 501
 */
export function endpoint<F extends Fields>(
  method: Endpoint['method'],
  path: string,
  fields: F,
  handle: (call: Call<F>) => object,
  elsewhere: readonly string[] = [],
): Endpoint {
  return {
    method,
    path,
    shape: { fields, elsewhere },
    prepare(raw, pathPart) {
      const rest = new Map(raw)
      const expanded = expand(rest.get('expand'), 'expand') ?? []
      rest.delete('expand')
      const params = parseFields(rest, fields, elsewhere)
      return { expand: expanded, run: (work) => handle({ work, params, path: pathPart }) }
    },
  }
}
