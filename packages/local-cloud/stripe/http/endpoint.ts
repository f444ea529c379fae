import { type Fields, listOf, parseFields, text, type Values } from '../params/fields.ts'
import type { RawMap } from '../params/form.ts'
import type { Work } from '../work.ts'

export type Call<F extends Fields> = {
  work: Work
  params: Values<F>
  /** A part of the path by its name, decoded. */
  path: (name: string) => string
}

/** One method and path of Stripe's API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** As in Hono's router, for example `/v1/customers/:id`. */
  path: string
  /** Validates the parameters at once, and returns the operation. */
  prepare(raw: RawMap, path: (name: string) => string): { expand: string[]; run: (work: Work) => object }
}

const expandField = listOf(text(), 50)

/** Defines an endpoint. `handle` returns the response, before expansion; `fields` do not include `expand`. */
export function endpoint<F extends Fields>(
  method: Endpoint['method'],
  path: string,
  fields: F,
  handle: (call: Call<F>) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(raw, pathPart) {
      const rest = new Map(raw)
      const expand = expandField(rest.get('expand'), 'expand') ?? []
      rest.delete('expand')
      const params = parseFields(rest, fields)
      return { expand, run: (work) => handle({ work, params, path: pathPart }) }
    },
  }
}
