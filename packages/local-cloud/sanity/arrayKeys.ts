import { randomBytes } from 'node:crypto'
import { isObject } from './values.ts'

/** A copy of `value` with a `_key` added to each object in an array that has none, as Sanity's actions do. */
export function addArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => {
      const itemWithKeys = addArrayKeys(item)
      return isObject(itemWithKeys) && typeof itemWithKeys._key !== 'string'
        ? { _key: randomBytes(6).toString('hex'), ...itemWithKeys }
        : itemWithKeys
    })
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, addArrayKeys(item)]))
}
