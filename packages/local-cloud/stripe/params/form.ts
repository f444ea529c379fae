import { createInvalidError } from '../errors.ts'

/** An unparsed parameter: a string, or the nested parameters of an object or a list. */
export type Raw = string | RawMap
export type RawMap = Map<string, Raw>

/**
 * Parses a form body or a query, with Stripe's brackets for objects and lists (`items[0][price]`).
 *
 * @throws StripeApiError 400 when a name is malformed
 */
export function parseForm(text: string): RawMap {
  const parameters: RawMap = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    if (!/^[^[\]]+(\[[^[\]]+\]){0,12}$/.test(name))
      throw createInvalidError(`Invalid parameter name: ${name}`, name)
    const path = name.replaceAll(']', '').split('[')
    const lastSegment = path.pop() ?? ''
    let map = parameters
    for (const segment of path) {
      const existing = map.get(segment)
      const nested: RawMap = existing instanceof Map ? existing : new Map()
      map.set(segment, nested)
      map = nested
    }
    map.set(lastSegment, value)
  }
  return parameters
}

/** Serializes parameters. Requests that differ only in the order of their parameters get the same string. */
export function canonicalize(params: RawMap): string {
  const toSortedEntries = (value: Raw): unknown =>
    typeof value === 'string'
      ? value
      : [...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, nested]) => [key, toSortedEntries(nested)])
  return JSON.stringify(toSortedEntries(params))
}
