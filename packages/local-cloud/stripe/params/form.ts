import { invalid } from '../errors.ts'

/** A parameter as it was sent: a text, or further parameters in brackets. */
export type Raw = string | RawMap
export type RawMap = Map<string, Raw>

/**
 * Parses a form body or a query, with Stripe's brackets for objects and lists (`items[0][price]`).
 *
 * @throws StripeProblem 400 when a name is malformed
 */
export function parseForm(text: string): RawMap {
  const parameters: RawMap = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    if (!/^[^[\]]+(\[[^[\]]+\]){0,12}$/.test(name)) throw invalid(`Invalid parameter name: ${name}`, name)
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let map = parameters
    for (const segment of path) {
      const known = map.get(segment)
      const next: RawMap = known instanceof Map ? known : new Map()
      map.set(segment, next)
      map = next
    }
    map.set(last, value)
  }
  return parameters
}

/** The parameters as text, equal for requests that differ in order only. */
export function canonicalize(raw: RawMap): string {
  const plain = (value: Raw): unknown =>
    typeof value === 'string'
      ? value
      : [...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)])
  return JSON.stringify(plain(raw))
}
