import { randomBytes } from 'node:crypto'
import { isObject } from './values.ts'

/** A random `_key` for an array item. */
export function newKey(): string {
  return randomBytes(6).toString('hex')
}

/**
 * A copy of `value` in which every object in an array has a `_key` (`autoGenerateArrayKeys`,
 * https://www.sanity.io/docs/http-mutations). Keys that are there stay.
 */
export function withArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => {
      const keyed = withArrayKeys(item)
      return isObject(keyed) && typeof keyed._key !== 'string' ? { _key: newKey(), ...keyed } : keyed
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withArrayKeys(item)]))
}
