import { randomBytes } from 'node:crypto'
import { isObject } from './values.ts'

/** Copies `value`. Like Sanity's actions, adds a `_key` to each array item that is an object without one. */
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
