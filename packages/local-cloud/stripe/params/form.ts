import { invalid } from '../errors.ts'

/** A parameter as it was sent: a text, or further parameters in brackets. */
export type Raw = string | RawMap
export type RawMap = Map<string, Raw>

const DEEPEST = 12

/** `a[b][0]` as `['a', 'b', '0']`. Throws a 400 when the brackets don't match. */
function segments(name: string): string[] {
  const open = name.indexOf('[')
  if (open === -1) return [name]
  const rest = name.slice(open)
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) throw invalid(`Invalid parameter name: ${name}`, name)
  return [name.slice(0, open), ...rest.slice(1, -1).split('][')]
}

/** Whether parameters have a value under a path; a path with a further list in it counts as new. */
function has(map: RawMap, path: readonly string[]): boolean {
  const [segment, ...rest] = path
  if (segment === undefined) return true
  if (path.includes('')) return false
  const inner = map.get(segment)
  return inner !== undefined && (rest.length === 0 || (inner instanceof Map && has(inner, rest)))
}

/** Where in a list without numbers a value goes: into its last entry, as long as that has none under the same path. */
function position(list: RawMap, rest: readonly string[]): string {
  const last = list.get(String(list.size - 1))
  return String(rest.length > 0 && last instanceof Map && !has(last, rest) ? list.size - 1 : list.size)
}

function put(target: RawMap, path: string[], value: string, name: string): void {
  let map = target
  for (const [depth, segment] of path.entries()) {
    const key = segment === '' ? position(map, path.slice(depth + 1)) : segment
    if (depth === path.length - 1) {
      if (map.get(key) instanceof Map) throw invalid(`Invalid object: ${name}`, name)
      map.set(key, value)
      return
    }
    const next = map.get(key)
    if (typeof next === 'string') throw invalid(`Invalid object: ${name}`, name)
    const inner: RawMap = next ?? new Map()
    map.set(key, inner)
    map = inner
  }
}

/**
 * Parameters of a form body or a query, with Stripe's brackets for objects and lists, numbered (`items[0][price]`) or
 * not (`items[][price]`).
 *
 * @throws StripeProblem 400 when a name is malformed or used twice in different ways
 */
export function parseForm(text: string): RawMap {
  const parameters: RawMap = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = segments(name)
    if (path.length > DEEPEST) throw invalid(`Invalid parameter name: ${name}`, name)
    put(parameters, path, value, name)
  }
  return parameters
}

/** The parameters in one order, so that equal requests have equal texts. */
export function canonical(raw: RawMap): string {
  const plain = (value: Raw): unknown =>
    typeof value === 'string'
      ? value
      : [...value].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)])
  return JSON.stringify(plain(raw))
}
