import { DateTime, evaluateSync, Path } from 'groq-js'

/** GROQ's types (https://sanity-io.github.io/GROQ/). */
export type GroqType =
  | 'null'
  | 'boolean'
  | 'number'
  | 'string'
  | 'array'
  | 'object'
  | 'datetime'
  | 'path'
  | 'other'

/** groq-js's datetime, as far as it is used here. */
export type DateTimeValue = { equals(other: DateTimeValue): boolean; compareTo(other: DateTimeValue): number }
/** groq-js's path pattern, as far as it is used here. */
export type PathValue = { pattern: string; matches(id: string): boolean }

/** Whether a value is a GROQ datetime. */
export function isDateTime(data: unknown): data is DateTimeValue {
  return data instanceof DateTime
}

/** Whether a value is a GROQ path pattern. */
export function isPath(data: unknown): data is PathValue {
  return data instanceof Path
}

/** The GROQ type of plain data. */
export function typeOfData(data: unknown): GroqType {
  if (data === null || data === undefined) return 'null'
  if (Array.isArray(data)) return 'array'
  if (isDateTime(data)) return 'datetime'
  if (isPath(data)) return 'path'
  const type = typeof data
  if (type === 'boolean' || type === 'number' || type === 'string' || type === 'object') return type
  return 'other'
}

// Where types stand in an ascending order; what isn't listed comes last (https://sanity-io.github.io/GROQ/, Compare).
const TYPE_ORDER: Record<string, number> = { datetime: 1, number: 2, string: 3, boolean: 4 }
const LAST = 100

/** Whether two plain values are equal in GROQ's sense: same simple type, same value. */
export function equalData(a: unknown, b: unknown): boolean {
  const type = typeOfData(a)
  if (type !== typeOfData(b)) return false
  switch (type) {
    case 'null':
      return true
    case 'boolean':
    case 'number':
    case 'string':
      return a === b
    case 'datetime':
      return isDateTime(a) && isDateTime(b) && a.equals(b)
    default:
      return false
  }
}

/** Compares two plain values of one comparable type; null when they can't be compared. */
export function compareData(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b)
  if (isDateTime(a) && isDateTime(b)) return a.compareTo(b)
  return null
}

/** Compares any two plain values, for `order()`. */
export function totalCompare(a: unknown, b: unknown): number {
  const byType = (TYPE_ORDER[typeOfData(a)] ?? LAST) - (TYPE_ORDER[typeOfData(b)] ?? LAST)
  return byType === 0 ? (compareData(a, b) ?? 0) : byType
}

/** Runs a node of plain values in groq-js, which has the exact rules of the rarer operators. */
export function delegate(node: object, options: object = {}): unknown {
  return evaluateSync(node, options).data
}
