export type JsonObject = Record<string, unknown>

/** Whether a value is a JSON object (not an array, not null). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is an array of strings. */
export function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** Sanity's documents have at most 20 levels. Much deeper values would overflow the stack of recursive functions. */
export const MAX_NESTING = 100

/** Whether a JSON value has nested objects or arrays on more than `levels` levels. */
export function nestsTooDeep(value: unknown, levels = MAX_NESTING): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const items = Array.isArray(value) ? value : Object.values(value)
  return items.some((item) => nestsTooDeep(item, levels - 1))
}

/** A copy of `object` without the named keys. */
export function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))
}
