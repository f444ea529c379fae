import { deepEqual, isObject, type JsonObject } from '../values.ts'

/** A place in a document (`sections[_key=="a"].title`) with what stood there before and after; undefined for nothing. */
export type Change = { path: string; before: unknown; after: unknown }

/** What the lake sets by itself, so that it says nothing. */
const ALWAYS = ['_rev', '_createdAt', '_updatedAt']

/** The items of an array by their `_key`; undefined when not all of them have one of their own. */
function keyed(items: unknown[]): Map<string, unknown> | undefined {
  const byKey = new Map<string, unknown>()
  for (const item of items) {
    if (!isObject(item) || typeof item._key !== 'string' || byKey.has(item._key)) return undefined
    byKey.set(item._key, item)
  }
  return byKey
}

function changesInArrays(before: unknown[], after: unknown[], path: string): Change[] {
  const [old, now] = [keyed(before), keyed(after)]
  if (!old || !now) {
    const places = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index)
    return places.flatMap((index) => changesAt(before[index], after[index], `${path}[${index}]`))
  }
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  const inside = keys.flatMap((key) => changesAt(old.get(key), now.get(key), `${path}[_key=="${key}"]`))
  const order = (items: Map<string, unknown>) =>
    [...items.keys()].filter((key) => old.has(key) && now.has(key))
  if (deepEqual(order(old), order(now))) return inside
  return [...inside, { path: `${path}[]._key`, before: [...old.keys()], after: [...now.keys()] }]
}

function changesAt(before: unknown, after: unknown, path: string): Change[] {
  if (deepEqual(before, after)) return []
  if (isObject(before) && isObject(after)) return changesInObjects(before, after, path)
  if (Array.isArray(before) && Array.isArray(after)) return changesInArrays(before, after, path)
  return [{ path, before, after }]
}

function changesInObjects(before: JsonObject, after: JsonObject, path: string): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => changesAt(before[name], after[name], path === '' ? name : `${path}.${name}`))
}

/** What differs between two states of a document, place by place; items of arrays are told apart by their `_key`. */
export function changesBetween(before: JsonObject, after: JsonObject): Change[] {
  return changesInObjects(before, after, '').filter(({ path }) => !ALWAYS.includes(path))
}
