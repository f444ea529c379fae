import { randomBytes } from 'node:crypto'
import { isObject } from './values.ts'

/**
 * A copy of `value` in which every object in an array has a `_key` (`autoGenerateArrayKeys`,
 * https://www.sanity.io/docs/http-mutations). Existing keys stay.
 */
export function addArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => {
      const keyed = addArrayKeys(item)
      return isObject(keyed) && typeof keyed._key !== 'string'
        ? { _key: randomBytes(6).toString('hex'), ...keyed }
        : keyed
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, addArrayKeys(item)]))
}
